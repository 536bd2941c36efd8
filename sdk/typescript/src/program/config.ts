import { isPlainObject, type Json } from "../json.ts";
import { type Known, type Referent, tracked } from "../outputs/form.ts";
import { type Output, outputOf } from "../outputs/output.ts";
import { referenceText } from "../outputs/reference-text.ts";
import { ProgramError } from "../program-error.ts";
import { callSite } from "./call-site.ts";
import type { Answer, Question } from "./channel.ts";
import { type ConfigEntry, type ConfigType, currentProgram, type Program } from "./program.ts";

/** How a config key is declared. */
export interface ConfigOptions<T> {
  /** Left out: a value must be given. */
  readonly default?: T | undefined;
  /** The value is sealed, and shown nowhere. */
  readonly secret?: boolean | undefined;
  readonly description?: string | undefined;
}

/**
 * Values that are given from outside, with `--config key=value` or in `PLUMB_CONFIG_KEY`. `string`, `integer`, ...
 * declare a key and give an output that stays a reference to it in the declaration; `get...` and `require...` give
 * plain values.
 */
export class Config {
  string(key: string, options: ConfigOptions<string> = {}): Output<string> {
    return declared(key, "string", options);
  }

  integer(key: string, options: ConfigOptions<number> = {}): Output<number> {
    return declared(key, "integer", options);
  }

  number(key: string, options: ConfigOptions<number> = {}): Output<number> {
    return declared(key, "number", options);
  }

  boolean(key: string, options: ConfigOptions<boolean> = {}): Output<boolean> {
    return declared(key, "boolean", options);
  }

  list<T = unknown>(key: string, options: ConfigOptions<readonly T[]> = {}): Output<readonly T[]> {
    return declared(key, "list", options);
  }

  map<T = Readonly<Record<string, unknown>>>(key: string, options: ConfigOptions<T> = {}): Output<T> {
    return declared(key, "map", options);
  }

  /**
   * The outputs of another stack, `network` or `platform/network`, as a map that stays a reference in the declaration:
   * a plan is bound to them. What is secret there comes to the program only where it computes with it.
   */
  stack<T = Readonly<Record<string, unknown>>>(key: string, stack: string): Output<T> {
    const program = currentProgram();
    const earlier = program.config.get(key);
    if (earlier !== undefined && earlier.stack !== stack) throw declaredAlready(key, earlier, `stack ${stack}`);
    if (earlier === undefined) program.config.set(key, { stack, site: callSite() });
    return outputOf<T>({ kind: "reference", to: new StackOutputs(key, stack), path: [] });
  }

  get(key: string): string | undefined {
    return plain(key, "string") as string | undefined;
  }

  getInteger(key: string): number | undefined {
    return plain(key, "integer") as number | undefined;
  }

  getNumber(key: string): number | undefined {
    return plain(key, "number") as number | undefined;
  }

  getBoolean(key: string): boolean | undefined {
    return plain(key, "boolean") as boolean | undefined;
  }

  getList<T = unknown>(key: string): readonly T[] | undefined {
    return plain(key, "list") as readonly T[] | undefined;
  }

  getMap<T = Readonly<Record<string, unknown>>>(key: string): T | undefined {
    return plain(key, "map") as T | undefined;
  }

  getSecret(key: string): Output<string> | undefined {
    return given(currentProgram(), key) === undefined ? undefined : this.string(key, { secret: true });
  }

  require(key: string): string {
    return required(key, this.get(key));
  }

  requireInteger(key: string): number {
    return required(key, this.getInteger(key));
  }

  requireNumber(key: string): number {
    return required(key, this.getNumber(key));
  }

  requireBoolean(key: string): boolean {
    return required(key, this.getBoolean(key));
  }

  requireList<T = unknown>(key: string): readonly T[] {
    return required(key, this.getList<T>(key));
  }

  requireMap<T = Readonly<Record<string, unknown>>>(key: string): T {
    return required(key, this.getMap<T>(key));
  }

  requireSecret(key: string): Output<string> {
    const value = this.getSecret(key);
    if (value === undefined) throw missing(key, true);
    return value;
  }
}

class ConfigValue implements Referent {
  readonly space = "config";
  readonly name: string;
  readonly #value: unknown;
  readonly #isSecret: boolean;

  constructor(name: string, value: unknown, isSecret: boolean) {
    this.name = name;
    this.#value = value;
    this.#isSecret = isSecret;
  }

  known(path: readonly (string | number)[]): Known {
    if (this.#value === undefined) throw missing(this.name, this.#isSecret);
    return { kind: "known", value: valueAt(this.#value, path), isSecret: this.#isSecret };
  }

  isSecret(): boolean {
    return this.#isSecret;
  }

  seal(): boolean {
    return false;
  }
}

/** The outputs of another stack; plumb is asked for them where the program computes with one. */
class StackOutputs implements Referent {
  readonly space = "config";
  readonly name: string;
  readonly #stack: string;
  readonly #program = currentProgram();
  #answer: Answer | Promise<void> | undefined;

  constructor(name: string, stack: string) {
    this.name = name;
    this.#stack = stack;
  }

  known(path: readonly (string | number)[]): Known {
    const answer = this.#asked();
    if (answer === undefined) return { kind: "later", waits: [referenceText("config", this.name, path)] };
    if (answer instanceof Promise)
      return { kind: "promised", promise: tracked(answer.then(() => ({ kind: "reference", to: this, path }))) };
    const { result = {}, secrets = [] } = answer;
    const [output] = path;
    const isSecret = output === undefined ? secrets.length > 0 : secrets.includes(String(output));
    return { kind: "known", value: valueAt(result, path), isSecret };
  }

  isSecret(): boolean {
    return false;
  }

  seal(): boolean {
    return false;
  }

  #asked(): Answer | Promise<void> | undefined {
    const { channel } = this.#program;
    if (channel === undefined || this.#answer !== undefined) return this.#answer;
    const question: Question = { ask: "outputs", stack: this.#stack };
    this.#answer =
      channel.ask?.(question) ??
      channel.askSoon(question).then((answer) => {
        this.#answer = answer;
      });
    return this.#answer;
  }
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (current, segment) => (isContainer(current) && Object.hasOwn(current, segment) ? current[segment] : undefined),
    value,
  );
}

function isContainer(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return Array.isArray(value) || isPlainObject(value);
}

function declared<T>(key: string, type: ConfigType, options: ConfigOptions<T>): Output<T> {
  const program = currentProgram();
  const entry = declare(program, key, type, options as ConfigOptions<Json>);
  const value = givenValue(program, key, type) ?? entry.default;
  return outputOf<T>({ kind: "reference", to: new ConfigValue(key, value, entry.secret === true), path: [] });
}

function declare(program: Program, key: string, type: ConfigType, options: ConfigOptions<Json>): ConfigEntry {
  const earlier = program.config.get(key);
  if (earlier !== undefined) {
    if (earlier.type !== type) throw declaredAlready(key, earlier, type);
    return earlier;
  }
  const entry: ConfigEntry = {
    type,
    ...(options.default === undefined ? {} : { default: options.default }),
    ...(options.secret === undefined ? {} : { secret: options.secret }),
    ...(options.description === undefined ? {} : { description: options.description }),
    site: callSite(),
  };
  program.config.set(key, entry);
  return entry;
}

function declaredAlready(key: string, { type, stack }: ConfigEntry, wanted: string): ProgramError {
  const found = type ?? `stack ${stack}`;
  return new ProgramError(`the config key ${JSON.stringify(key)} is declared as ${found} already, not ${wanted}`);
}

/** A plain value; a key without one is not declared, so that it need not be given. */
function plain(key: string, type: ConfigType): unknown {
  const program = currentProgram();
  const value = givenValue(program, key, type);
  if (value !== undefined) declare(program, key, type, {});
  return value ?? program.config.get(key)?.default;
}

function given({ surroundings }: Program, key: string): string | undefined {
  if (Object.hasOwn(surroundings.config, key)) return surroundings.config[key];
  return surroundings.environment?.[`PLUMB_CONFIG_${key.toUpperCase().replaceAll("-", "_")}`];
}

function givenValue(program: Program, key: string, type: ConfigType): unknown {
  const text = given(program, key);
  if (text === undefined || type === "string") return text;
  const value = parsed(text);
  if (fits[type](value)) return value;
  throw new ProgramError(`the value given for the config key ${JSON.stringify(key)} is not of type ${type}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fits: Readonly<Record<ConfigType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value),
  map: isPlainObject,
};

function required<T>(key: string, value: T | undefined): T {
  if (value === undefined) throw missing(key);
  return value;
}

function missing(key: string, isSecret = false): ProgramError {
  const variable = `PLUMB_CONFIG_${key.toUpperCase().replaceAll("-", "_")}`;
  const ways = isSecret
    ? `keep one with \`plumb config set ${key} --secret\`, or give it in ${variable}`
    : `keep one with \`plumb config set ${key} VALUE\`, or give it with --config ${key}=... or in ${variable}`;
  const way = currentProgram().surroundings.environment === undefined ? "give it one in `config`" : ways;
  return new ProgramError(`the config key \`${key}\` has no value: ${way}`, "config-missing");
}
