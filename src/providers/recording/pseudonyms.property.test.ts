import fc from "fast-check";
import { expect, test } from "vitest";
import { Pseudonyms } from "./pseudonyms.ts";

test("different numbers have different pseudonyms, none of which is a word that stays", () => {
  const stays = (word: string) => ["0", "1", "2"].includes(word);
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uniqueArray(fc.oneof(fc.nat(9), fc.nat(99), fc.nat(999), fc.nat(9999)), { maxLength: 30 }),
      (key, numbers) => {
        const pseudonyms = new Pseudonyms(key, stays);
        const words = numbers.map(String);
        const made = words.map((word) => pseudonyms.replace(word, stays));
        expect(new Set(made).size).toBe(words.length);
        expect(made.filter((each, index) => stays(each) && !stays(words[index] ?? ""))).toEqual([]);
        expect(made.map(({ length }) => length)).toEqual(words.map(({ length }) => length));
        expect(words.map((word) => pseudonyms.replace(word, stays))).toEqual(made);
      },
    ),
  );
});
