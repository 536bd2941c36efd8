import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fitsInto } from "./content-bounds.ts";
import { isJsonObject, type Json } from "./json.ts";

/** How much there is in a value, counted the slow way. */
function roomOf(value: Json): { readonly values: number; readonly characters: number } {
  const names = isJsonObject(value) ? Object.keys(value) : [];
  const members = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  const rooms = members.map(roomOf);
  const own = (typeof value === "string" ? value.length : 0) + names.join("").length;
  return {
    values: 1 + rooms.reduce((sum, { values }) => sum + values, 0),
    characters: own + rooms.reduce((sum, { characters }) => sum + characters, 0),
  };
}

test("a value fits exactly into the room that it takes, and into no smaller one", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { values, characters } = roomOf(value as Json);
      expect(fitsInto(value as Json, { values, characters })).toBe(true);
      expect(fitsInto(value as Json, { values: values - 1, characters })).toBe(false);
      if (characters > 0) expect(fitsInto(value as Json, { values, characters: characters - 1 })).toBe(false);
    }),
  );
});
