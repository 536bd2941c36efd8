import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { didYouMean } from "../../../packages/base/nearest-name.ts";
import type { Problem, Span } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import { fitsConfigType } from "../declare/config-value.ts";
import type { ConfigDeclaration, Declaration } from "../declare/declaration.ts";
import { implicitTag, scalarValue } from "../declare/scalar-value.ts";
import type { ConfigSource } from "./checked-declaration.ts";
import type { ProblemCollector } from "./problem-collector.ts";

/** The environment variable that gives a config key its value. */
function variableOf(key: string): string {
  return `PLUMB_CONFIG_${key.toUpperCase().replaceAll("-", "_")}`;
}

/** What the config keys of a declaration come to. */
interface ConfigValues {
  readonly values: JsonObject;
  /** Secret keys whose values were not opened: another one stands for each. */
  readonly unopened: ReadonlySet<string>;
  readonly sources: { readonly [key: string]: ConfigSource };
}

/** What another stack tells, in the clear. */
export interface OtherOutputs {
  readonly outputs: JsonObject;
  /** Names of those that are secret there, and so are secret here. */
  readonly secrets: readonly string[];
}

/** The outputs that config keys with `stack` stand for, by key; or why they can't be read. */
export type StacksRead = Readonly<Record<string, Result<OtherOutputs, Problem>>>;

/** Where values stand in a file of their own, by config key; `isPlain`: in the clear, not sealed. */
export interface ConfigPlaces {
  readonly [key: string]: { readonly key: Span; readonly value: Span; readonly isPlain: boolean };
}

/** How values were given, by config key: by an `option`, in the caller's `environment`, or otherwise. */
export type ConfigOrigins = Readonly<Record<string, string>>;

/** What is given for `config` beside the declaration. */
interface GivenConfig {
  readonly values: JsonObject;
  /** Keys whose values were given sealed; without a value, they were not opened. */
  readonly sealed: ReadonlySet<string>;
  readonly places: ConfigPlaces;
  readonly origins: ConfigOrigins;
  readonly stacks: StacksRead;
}

/**
 * The value of every config key, and where it comes from: given beside the declaration, in the environment, or its
 * default. Missing and misfit ones are problems, and sealed ones of keys that are not secret; of `unsound` keys, whose
 * entries are wrong in themselves, nothing is said.
 */
export function checkConfig(
  declaration: Declaration,
  { values: given, sealed, places, origins, stacks }: GivenConfig,
  environment: Readonly<Record<string, string | undefined>>,
  unsound: ReadonlySet<string>,
  collector: ProblemCollector,
): ConfigValues {
  const values: Record<string, Json> = {};
  const sources: Record<string, ConfigSource> = {};
  const unopened = new Set<string>();
  for (const [key, field] of Object.entries(declaration.config)) {
    const at = pointer("/config", key);
    const own = ownMember(given, key);
    if (field.stack !== undefined) {
      const read = ownMember(stacks, key);
      if (read?.ok === true) values[key] = read.value.outputs;
      else if (read !== undefined) collector.add(read.error.code, read.error.detail, stackPlace(at, read.error));
      sources[key] = "stack";
      if (own !== undefined || sealed.has(key)) refuseGiven(key, field.stack, ownMember(places, key), collector);
      continue;
    }
    if (sealed.has(key) && (field.secret !== true || own === undefined)) {
      if (field.secret !== true) refuseSealed(key, ownMember(places, key), collector);
      values[key] = "";
      sources[key] = "given";
      unopened.add(key);
      continue;
    }
    const said = own ?? environment[variableOf(key)];
    const place = ownMember(places, key);
    const origin = own === undefined ? "environment" : ownMember(origins, key);
    const known = said === undefined ? ok(field.default) : read(field, said);
    const value = known.ok ? known.value : undefined;
    if (value === undefined) {
      if (unsound.has(key)) continue;
      const detail =
        said === undefined
          ? `\`${key}\` has no default and no value was given; give one with --config ${key}=... ` +
            `or in ${variableOf(key)}, or keep one: plumb config set ${key}`
          : `\`${key}\` must be of type ${field.type}; the value given` +
            `${origin === "environment" ? ` in ${variableOf(key)}` : origin === "option" ? " with --config" : ""} is ` +
            `${formOf(said)}${known.ok || field.secret === true ? "" : known.error}`;
      collector.add("invalid-config", detail, { pointer: at, at: "key", span: shownPlace(field, place) });
    } else {
      if (field.secret === true && place?.isPlain === true) adviseToSeal(key, place.value, collector);
      values[key] = value;
      sources[key] = own !== undefined ? "given" : said !== undefined ? "environment" : "default";
    }
  }
  const everGiven = [...new Set([...Object.keys(given), ...sealed])];
  const undeclared = everGiven.filter((key) => !Object.hasOwn(declaration.config, key) && !unsound.has(key));
  for (const key of undeclared) {
    collector.add("invalid-config", `a value was given for \`${key}\`, which \`config\` does not declare`, {
      span: ownMember(places, key)?.key,
      hint: didYouMean(key, Object.keys(declaration.config)).hint,
    });
  }
  return { values, sources, unopened };
}

function stackPlace(at: string, { hint }: Problem) {
  return { pointer: pointer(at, "stack"), hint };
}

function refuseGiven(key: string, stack: string, place: ConfigPlaces[string] | undefined, collector: ProblemCollector) {
  const detail = `a value was given for \`${key}\`, which is the outputs of stack \`${stack}\``;
  collector.add("invalid-config", detail, { pointer: pointer("/config", key), at: "key", span: place?.key });
}

/** What is sealed must stay secret, whatever a declaration says: it is opened for callers who may not see it. */
function refuseSealed(key: string, place: ConfigPlaces[string] | undefined, collector: ProblemCollector) {
  const detail = `the value of \`${key}\` is sealed, and \`config\` does not mark the key as secret`;
  const hint = `mark it with \`secret: true\`, or keep a value in the clear: \`plumb config set ${key} VALUE\``;
  collector.add("invalid-config", detail, { pointer: pointer("/config", key), at: "key", span: place?.key, hint });
}

/** What a value that does not fit is, where its form tells. */
function formOf(value: Json): string {
  if (Array.isArray(value)) return "a list";
  return isJsonObject(value) ? "a map" : "not";
}

/** The place of a value that does not fit; that of a secret is not shown, for the text there is. */
function shownPlace({ secret }: ConfigDeclaration, place: ConfigPlaces[string] | undefined): Span | undefined {
  return secret === true ? undefined : place?.value;
}

/** Says where it is in words only: with a span, the line that holds the secret would be shown. */
function adviseToSeal(key: string, { file, line, column }: Span, collector: ProblemCollector): void {
  const detail = `\`${key}\` is secret, and its value stands in the clear at ${file}:${line}:${column}`;
  const hint = `seal it: \`plumb config set ${key} --secret\` asks for the value and puts it in its place`;
  collector.add("unsealed-secret", detail, { hint });
}

/**
 * A given value as the field's type; text from a command line is read as that type. An error where it does not fit:
 * why, as the rest of a sentence, where that is more than its type.
 */
function read(field: ConfigDeclaration, given: Json): Result<Json, string> {
  if (fitsConfigType(given, field.type)) return isHeldByJson(given) ? ok(given) : err("");
  if (typeof given !== "string") return err("");
  const parsed = parseExactly(given);
  if (!parsed.ok) return err(parsed.error);
  return fitsConfigType(parsed.value, field.type) ? parsed : err("");
}

/** Whether JSON has all numbers of a value. */
function isHeldByJson(value: Json): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value !== "object" || Object.values(value).every(isHeldByJson);
}

/**
 * The JSON that a text is; an error, as the rest of a sentence, where a number in it would not be kept as it is
 * written.
 */
function parseExactly(text: string): Result<Json, string> {
  let inexact = "";
  try {
    const value = JSON.parse(text, (_key, member: Json, context?: { readonly source?: string }) => {
      if (typeof member !== "number") return member;
      const source = context?.source ?? String(member);
      const exact = scalarValue(source, implicitTag(source));
      if (exact.ok) return exact.value;
      inexact = `: ${exact.error}`;
      return member;
    }) as Json;
    return inexact === "" ? ok(value) : err(inexact);
  } catch {
    return err("");
  }
}
