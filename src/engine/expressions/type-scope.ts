import type { Reference } from "./template.ts";
import type { ValueType } from "./value-type.ts";

/** What the names of an expression stand for before anything has a value. */
export interface TypeScope {
  /** Schema of all outputs of a resource, or of the result of a look-up; undefined where there is no such node. */
  node(name: string): ValueType | undefined;
  /** Undefined where there is no such key. */
  config(name: string): ValueType | undefined;
  /** To guess from when a name is misspelt. */
  readonly nodeNames: Iterable<string>;
  readonly configNames: Iterable<string>;
  /** The stack whose outputs a config value is, and their names; absent, or undefined, for any other value. */
  readonly stackOutputs?: (name: string) => { readonly stack: string; readonly names: readonly string[] } | undefined;
  /** What an output is declared as; absent, or undefined, where that is not told. */
  readonly output?: (name: string) => string | undefined;
  /** True where the value will be sealed: it can be passed on whole and nothing else. Absent: nothing is. */
  readonly isSecret?: (reference: Reference) => boolean;
}
