import type { Json, JsonObject } from "../../../packages/base/json/json.ts";

/** What a value given for a config key must be. */
export type ConfigType = "string" | "integer" | "number" | "boolean" | "list" | "map";

export interface ConfigDeclaration {
  /** `string` where the text names none. */
  readonly type: ConfigType;
  /** Absent: a value must be given. */
  readonly default?: Json;
  readonly secret?: boolean;
  readonly description?: string;
  /** The stack whose outputs are the value, a `map`: PROJECT/STACK, or STACK of the same project (decision 0116). */
  readonly stack?: string;
}

/** What a declaration leaves to `config` (decision 0128). */
interface DecidedEntry {
  /** A list of texts or a map, or an expression that gives one: the entry stands for one of each. */
  readonly forEach?: Json;
}

export interface ProviderDeclaration extends DecidedEntry {
  readonly kind: string;
  /** Serves the resources of its kind that name no provider. */
  readonly default?: boolean;
  /** All other keys; the check room knows which a kind has. */
  readonly properties: JsonObject;
}

/** One that may be left out besides. */
interface ConditionalEntry extends DecidedEntry {
  /** True or false, or an expression that gives it: whether the entry is there. */
  readonly when?: Json;
}

export interface ResourceDeclaration extends ConditionalEntry {
  /** Type token, maybe with `@version`. */
  readonly type: string;
  readonly properties: JsonObject;
  /** A read-only look-up of something that exists; `properties` are empty then. */
  readonly get?: { readonly id: Json; readonly state: JsonObject };
  /** As written; the check room knows the options. */
  readonly options: JsonObject;
}

export interface LookupDeclaration extends ConditionalEntry {
  /** Function token, maybe with `@version`. */
  readonly function: string;
  readonly arguments: JsonObject;
  readonly options: JsonObject;
}

/**
 * What a stack should be, as data. Its shape has been checked, its words have not: strings keep their `${...}`, and
 * types, fields and options are for the check room. Keys keep the order of the text.
 */
export interface Declaration {
  readonly format: 1;
  /** Project name; empty where the text gives none that is valid (a problem says so). */
  readonly name: string;
  readonly config: Readonly<Record<string, ConfigDeclaration>>;
  readonly providers: Readonly<Record<string, ProviderDeclaration>>;
  readonly resources: Readonly<Record<string, ResourceDeclaration>>;
  readonly lookups: Readonly<Record<string, LookupDeclaration>>;
  readonly outputs: Readonly<Record<string, Json>>;
  /**
   * What the program that wrote this declaration can't tell before other resources exist: JSON pointers to values, and
   * why. What holds one waits for a declaration that has the value. Absent where there are none.
   */
  readonly unknown?: Readonly<Record<string, string>>;
}
