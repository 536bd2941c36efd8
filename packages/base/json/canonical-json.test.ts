import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { digest, digestInParts } from "../digest.ts";
import { inOneTurn } from "../turns.ts";
import { canonicalJson, canonicalPieces } from "./canonical-json.ts";
import type { Json } from "./json.ts";

const large = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, index) => [
    `key-${2_999 - index}`,
    { text: `"${index}" \u{1f600}`, list: [index] },
  ]),
);

test("keys are sorted at every depth, and there is no white space", () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: "ü\n", 10: true, 9: -0.5 })).toBe(
    '{"10":true,"9":-0.5,"a":"ü\\n","b":[{"c":null,"d":1}]}',
  );
});

test("a large value comes in pieces that make up its text", () => {
  const pieces = [...canonicalPieces(large)];
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.join("")).toBe(canonicalJson(large));
  expect(JSON.parse(pieces.join(""))).toEqual(large);
});

test("a digest is taken over the text", () => {
  const text = canonicalJson(large);
  expect(digest(large)).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
});

test.each([
  { name: "scalar", value: 1 },
  { name: "empty object", value: {} },
  { name: "empty list", value: [] },
  {
    name: "object of lists of objects",
    value: { b: [{ z: [1, { y: 2 }], a: null }, []], a: { d: [large], c: undefined } },
  },
  { name: "list of lists", value: [[[[1, 2], 3], 4], { b: 1, a: [{}] }] },
  { name: "large object", value: large },
])("the text and the digest in parts are the same: $name", ({ value }) => {
  const json = value as Json;
  expect([...canonicalPieces(json)].join("")).toBe(canonicalJson(json));
  expect(inOneTurn(digestInParts(json))).toBe(digest(json));
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])("%s has no text", (number) => {
  expect(() => canonicalJson([number])).toThrow(TypeError);
});
