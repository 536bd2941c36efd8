import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { canonicalJson, writeCanonicalJson } from "./canonical-json.ts";
import { digest } from "./digest.ts";

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
  const pieces: string[] = [];
  writeCanonicalJson(large, (piece) => pieces.push(piece));
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.join("")).toBe(canonicalJson(large));
  expect(JSON.parse(pieces.join(""))).toEqual(large);
});

test("a digest is taken over the text, however many pieces it has", () => {
  const text = canonicalJson(large);
  expect(digest(large)).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])("%s has no text", (number) => {
  expect(() => canonicalJson([number])).toThrow(TypeError);
});
