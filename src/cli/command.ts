import type { Names, OptionSpec, ParsedArguments } from "./arguments.ts";
import type { CliContext } from "./cli-context.ts";
import type { ApiClient } from "./connection/api-client.ts";
import { jsonText } from "./rendering/json-text.ts";
import type { Settings } from "./settings.ts";
import type { FindProject } from "./stacks/stack-by-name.ts";
import type { Terminal } from "./terminal.ts";

/** One run of a command: what was asked, and the ways out of the process. */
export interface Invocation {
  readonly context: CliContext;
  /** All commands there are, for the help. */
  readonly catalog: readonly CatalogEntry[];
  readonly settings: Settings;
  readonly arguments: ParsedArguments;
  /** When the command began, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The API; stacks are named in its calls as people name them. */
  readonly api: ApiClient;
  /** Finds the project of stacks that are named without one. */
  readonly project: FindProject;
  /** The same invocation with other settings. */
  readonly withSettings: (settings: Settings) => Invocation;
  /** Where text for people goes: stdout, or stderr under `--json`. */
  readonly people: Terminal;
  /** Where problems go: stderr. */
  readonly diagnostics: Terminal;
}

/** A positional argument; `rest` takes all that follow. */
export interface PositionalSpec {
  readonly name: string;
  readonly names?: Names;
  readonly optional?: boolean;
  readonly rest?: boolean;
}

export interface Command {
  readonly positionals: readonly PositionalSpec[];
  readonly options: readonly OptionSpec[];
  /** What it does, in a few sentences, for `--help`. */
  readonly description: string;
  readonly examples: readonly { readonly line: string; readonly meaning: string }[];
  /** Gives the exit code. */
  run(invocation: Invocation): Promise<number>;
}

/** A command's place in the help, and how its module is loaded when it is asked for. */
export interface CatalogEntry {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** It changes something, and its output says what: a reader that has gone away has not seen it. */
  readonly changes?: true;
  /**
   * It changes a store, or the local cloud, without the API, which refuses changes in the read-only mode itself. Such
   * a command is refused in the mode as it begins.
   */
  readonly changesPastApi?: true;
  readonly load: () => Promise<Command>;
}

/** The value of an option that takes one, or undefined. */
export function optionValue(invocation: Invocation, name: string): string | undefined {
  return invocation.arguments.values.get(name)?.[0];
}

/** Prints the command's one JSON document. */
export function printJson(invocation: Pick<Invocation, "context">, document: unknown): void {
  invocation.context.stdout.write(`${jsonText(document)}\n`);
}
