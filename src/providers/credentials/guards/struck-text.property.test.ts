import fc from "fast-check";
import { expect, test } from "vitest";
import { strikeOf, struckDocument } from "./struck-text.ts";

/** Of few letters, so that pieces stand in other texts often. */
const letters = fc.constantFrom(...'abAB"\\/+=%&< ');
const secret = fc.string({ unit: letters, minLength: 8, maxLength: 40 });
const words = fc.string({ unit: letters, maxLength: 60 });

/** A text with pieces of a secret in it. */
const holding = (of: string) =>
  fc
    .array(
      fc.oneof(
        words,
        fc.tuple(fc.nat(of.length), fc.nat(of.length)).map(([from, to]) => of.slice(from, to)),
      ),
    )
    .map((parts) => parts.join(""));

const mask = "(secret)";

/** The pieces of a text that a secret has, too. */
function pieces(text: string, of: string, least: number): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at + least <= text.length; at += 1)
    if (of.includes(text.slice(at, at + least))) found.push(text.slice(at, at + least));
  return found;
}

test("no piece that is long enough is left, whatever stands around it, and nothing else is taken", () => {
  fc.assert(
    fc.property(
      secret.chain((of) => fc.tuple(fc.constant(of), holding(of))),
      fc.constantFrom(8, 16),
      ([of, text], least) => {
        const struck = strikeOf([of])(text, least);
        for (const part of struck.split(mask)) expect(pieces(part, of, least)).toEqual([]);
      },
    ),
  );
});

test("a text without any piece stays as it is", () => {
  fc.assert(
    fc.property(secret, fc.string({ unit: fc.constantFrom(..."xyzXYZ012"), maxLength: 80 }), (of, text) => {
      expect(strikeOf([of])(text, 8)).toBe(text);
    }),
  );
});

test("a document stays one, with the same shape", () => {
  fc.assert(
    fc.property(
      secret.chain((of) => fc.tuple(fc.constant(of), fc.array(holding(of)), holding(of))),
      ([of, texts, key]) => {
        const document = { list: texts, [key]: { deep: [key, 7, null, true] } };
        const struck = struckDocument(JSON.stringify(document), strikeOf([of]), 8);
        const { list, ...rest } = JSON.parse(struck ?? "") as typeof document;
        expect(list).toHaveLength(texts.length);
        expect(Object.keys(rest)).toHaveLength(key === "list" ? 0 : 1);
        for (const each of list) for (const part of each.split(mask)) expect(pieces(part, of, 8)).toEqual([]);
      },
    ),
  );
});
