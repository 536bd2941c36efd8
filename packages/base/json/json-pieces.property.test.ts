import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";

const members = fc.dictionary(fc.string({ unit: "binary" }), fc.option(fc.jsonValue(), { nil: undefined }));

test("the pieces of a document are what JSON.stringify makes of it", () => {
  const documents = fc.record({ lists: fc.array(fc.array(members), { maxLength: 3 }), rest: members });
  fc.assert(
    fc.property(documents, fc.boolean(), (some, isLarge) => {
      const document = isLarge ? { ...some, many: Array.from({ length: 400 }, () => some.rest) } : some;
      expect([...jsonPieces(document)].join("")).toBe(JSON.stringify(document));
    }),
  );
});

test("a large document comes in pieces of a limited length, a small one as one", () => {
  const item = { text: "x".repeat(1_000) };
  const large = [...jsonPieces({ format: 1, records: Array.from({ length: 1_000 }, () => item) })];
  expect(large.length).toBeGreaterThan(10);
  expect(Math.max(...large.map(({ length }) => length))).toBeLessThan(70_000);
  expect([...jsonPieces({ records: [item, item] })]).toHaveLength(1);
});
