import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { everySort } from "../sample-definition.fixture.ts";
import { compareValues } from "./compare-values.ts";

test("the order of unordered lists has no meaning", () => {
  const list = fc.array(fc.string({ maxLength: 3 }), { maxLength: 8 });
  const shuffled = list.chain((words) =>
    fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length, maxLength: words.length })),
  );
  fc.assert(
    fc.property(shuffled, ([words, others]) => {
      expect(compareValues(everySort, { words }, { words: others })).toEqual([]);
      const people = (ids: readonly string[]): JsonObject => ({ people: ids.map((id) => ({ id, age: id.length })) });
      expect(compareValues(everySort, people(words), people(others))).toEqual([]);
    }),
  );
});
