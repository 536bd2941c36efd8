import type { JsonObject } from "../../packages/base/json/json.ts";

/** What holds of values that fit a test, and of those that don't, in the words of JSON Schema. */
export function whenSchema(test: JsonObject, fits: JsonObject, fitsNot?: JsonObject): JsonObject {
  // Written as entries: an object with a property of the second name would be taken for a promise.
  const entries: readonly (readonly [string, JsonObject])[] = [
    ["if", test],
    ["then", fits],
    ...(fitsNot === undefined ? [] : [["else", fitsNot] as const]),
  ];
  return Object.fromEntries(entries);
}
