import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";

/**
 * What a word of the language of definitions is to whoever goes by a definition. `behaviour`: it decides what a plan
 * says or what a run does. `prose`: it is for people. `version`: what exists in an interface version is decided by it,
 * and that is seen. A function tells the behaviour of what has words of its own.
 */
type Word<V> = ([V] extends [Json] ? "behaviour" : never) | "prose" | "version" | ((value: V) => Json);

type NamesOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, Name> = T extends unknown ? (Name extends keyof T ? NonNullable<T[Name]> : never) : never;

/**
 * A decision about every word of a part of the language (of each member, of a union): one that is new to it has to be
 * decided.
 */
export type Words<T> = { readonly [Name in NamesOf<T>]: Word<ValueOf<T, Name>> };

/** The behaviour among the words that a part of a definition has. Whatever else stands there is left out. */
export function behaviourBy<T extends object>(words: Words<T>, part: T): JsonObject {
  const said = new Map<string, unknown>(Object.entries(part));
  const behaviour: Record<string, Json> = {};
  for (const [name, word] of Object.entries<Word<never>>(words)) {
    const value = said.get(name);
    if (value === undefined || word === "prose" || word === "version") continue;
    // The type of the words has seen to it that the value is what the word takes.
    behaviour[name] = word === "behaviour" ? (value as Json) : word(value as never);
  }
  return behaviour;
}
