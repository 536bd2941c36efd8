import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";

/** A member of a value that may be anything; undefined where there is none. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A string that is not empty, or undefined. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A seed's member that must be there; throws TypeError, which the seeder reports. */
export function seedText(seed: JsonObject, name: string): string {
  const text = textOf(seed[name]);
  if (text === undefined) throw new TypeError(`\`${name}\` must be a string that is not empty`);
  return text;
}

/** A seed's member that may be left out. */
export function optionalSeedText(seed: JsonObject, name: string): string | undefined {
  return seed[name] === undefined || seed[name] === null ? undefined : seedText(seed, name);
}

/** The members named that are there and not null, in the order named. */
export function pick(value: Json | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const member = memberOf(value, name);
      return member === undefined || member === null ? [] : [[name, member]];
    }),
  );
}

/** All members but those named; of what is no object, none. */
export function omit(value: Json | undefined, names: readonly string[]): JsonObject {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) : {};
}
