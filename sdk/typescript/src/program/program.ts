import { AsyncLocalStorage } from "node:async_hooks";
import type { Json, JsonObject } from "../json.ts";
import { withOwnFailures } from "../outputs/failures.ts";
import { ProgramError } from "../program-error.ts";
import type { AnyProvider } from "../resources/declared.ts";
import type { ProgramNode } from "../resources/node.ts";
import type { Transform } from "../resources/options.ts";
import type { CallSite } from "./call-site.ts";
import { type Answers, openChannel } from "./channel.ts";

export type ConfigType = "string" | "integer" | "number" | "boolean" | "list" | "map";

/** A declared config key. */
export interface ConfigEntry {
  /** Absent where the value is the outputs of a stack. */
  readonly type?: ConfigType;
  readonly stack?: string;
  readonly default?: Json;
  readonly secret?: boolean;
  readonly description?: string;
  readonly site: CallSite | undefined;
}

/** What is given to a program from outside. */
export interface Surroundings {
  readonly stack: string;
  readonly project: string;
  readonly config: Readonly<Record<string, string>>;
  /** Left out where it gives no config values: in unit tests, and for stacks of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** All that a program declares, while it runs. */
export class Program {
  readonly surroundings: Surroundings;
  readonly channel: Answers | undefined;
  /** Name of the project, once the program gives one. */
  project: string | undefined;
  readonly config = new Map<string, ConfigEntry>();
  readonly providers = new Map<string, AnyProvider>();
  /** Resources and look-ups by logical name. */
  readonly nodes = new Map<string, ProgramNode>();
  readonly transforms: Transform[] = [];
  /** Names whose recorded outputs were used. */
  readonly used = new Set<string>();
  #recorded: JsonObject | undefined;

  /** `recorded`: what `known` is answered, where that was asked already. */
  constructor(surroundings: Surroundings, channel?: Answers, recorded?: JsonObject) {
    this.surroundings = surroundings;
    this.channel = channel;
    this.#recorded = recorded;
  }

  /** Adds a resource or look-up under its logical name. */
  add(node: ProgramNode): void {
    const earlier = this.nodes.get(node.name);
    if (earlier !== undefined) throw taken(node.name, earlier.site);
    this.nodes.set(node.name, node);
  }

  addProvider(provider: AnyProvider): void {
    const earlier = this.providers.get(provider.name);
    if (earlier !== undefined) throw taken(provider.name, earlier.site);
    this.providers.set(provider.name, provider);
  }

  /** The recorded outputs of a resource that may be believed now. */
  recorded(name: string): JsonObject | undefined {
    this.#recorded ??= this.channel?.ask?.({ ask: "known" }).result ?? {};
    const outputs = Object.hasOwn(this.#recorded, name) ? this.#recorded[name] : undefined;
    if (outputs === undefined) return undefined;
    this.used.add(name);
    return outputs as JsonObject;
  }
}

function taken(name: string, site: CallSite | undefined): ProgramError {
  const place = site === undefined ? "" : `, at ${site.file}:${site.line}`;
  return new ProgramError(`there is something named "${name}" already${place}`);
}

const currentKey: unique symbol = Symbol.for("plumbline.program.1") as never;

const insideKey: unique symbol = Symbol.for("plumbline.programs.1") as never;

interface Holder {
  [currentKey]?: Program;
  [insideKey]?: AsyncLocalStorage<Program>;
}

/** The running program: that of the function around, else one for a process, whatever copies of this package it has. */
export function currentProgram(): Program {
  const holder = globalThis as Holder;
  const running = holder[insideKey]?.getStore() ?? holder[currentKey];
  if (running !== undefined) return running;
  const channel = openChannel(process.env);
  const { stack = "dev", project = "program", config = {} } = channel?.start ?? {};
  const program = new Program({ stack, project, config, environment: process.env }, channel);
  holder[currentKey] = program;
  return program;
}

/** Runs a function for which another program is the running one, in all that it awaits too. */
export function insideProgram<T>(program: Program, work: () => T): T {
  const holder = globalThis as Holder;
  holder[insideKey] ??= new AsyncLocalStorage();
  return holder[insideKey].run(program, () => withOwnFailures(work));
}

/** Names the project; where a program does not, its folder gives the name. */
export function project(name: string): void {
  currentProgram().project = name;
}

/** The name of the project. */
export function getProject(): string {
  const { project: given, surroundings } = currentProgram();
  return given ?? surroundings.project;
}

/** The name of the stack that is planned. */
export function getStack(): string {
  return currentProgram().surroundings.stack;
}

/** A change to every resource of the program before it is declared. */
export function registerTransform(transform: Transform): void {
  currentProgram().transforms.push(transform);
}
