import { describe, expect, test } from "vitest";
import type { Json } from "../../../../packages/base/json/json.ts";
import { mostProblems } from "../../../../packages/base/problems/problem-limit.ts";
import { everySort } from "../sample-definition.fixture.ts";
import { unknown } from "../value.ts";
import { fieldsWithFormat, validateValue } from "./validate-value.ts";

const codesAt = (value: Json): readonly string[] =>
  validateValue(everySort, value).map((each) => `${each.code} ${each.pointer}${each.at === "key" ? " (key)" : ""}`);

test("the look ends when more is wrong than is told", () => {
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, n]));
  expect(validateValue(everySort, { ...unknown, name: "abc" })).toHaveLength(mostProblems + 1);
});

describe("validateValue", () => {
  const cases: readonly { readonly name: string; readonly value: Json; readonly expected: readonly string[] }[] = [
    { name: "nothing wrong", value: { name: "abc", kind: "round", on: true, count: 9 }, expected: [] },
    { name: "not an object", value: "abc", expected: ["wrong-type "] },
    { name: "a list for an object", value: [], expected: ["wrong-type "] },
    { name: "a missing field", value: {}, expected: ["missing-field /name"] },
    { name: "null counts as left out", value: { name: null, kind: null }, expected: ["missing-field /name"] },
    { name: "an unknown field", value: { name: "abc", nmae: 1 }, expected: ["unknown-field /nmae (key)"] },
    {
      name: "a name that every object has",
      value: { name: "abc", constructor: 1 },
      expected: ["unknown-field /constructor (key)"],
    },
    { name: "too short", value: { name: "ab" }, expected: ["value-too-short /name"] },
    { name: "too long", value: { name: "abcdef" }, expected: ["value-too-long /name"] },
    { name: "astral characters count once", value: { name: "🌻🌻🌻🌻🌻" }, expected: [] },
    { name: "one astral character too many", value: { name: "🌻🌻🌻🌻🌻🌻" }, expected: ["value-too-long /name"] },
    { name: "a number for a text", value: { name: 12345 }, expected: ["wrong-type /name"] },
    { name: "a text for a boolean", value: { name: "abc", on: "true" }, expected: ["wrong-type /on"] },
    { name: "a fraction for a whole number", value: { name: "abc", count: 1.5 }, expected: ["wrong-type /count"] },
    { name: "a whole number out of range", value: { name: "abc", count: 10 }, expected: ["value-malformed /count"] },
    { name: "a text for a list", value: { name: "abc", words: "one" }, expected: ["wrong-type /words"] },
    { name: "too few items", value: { name: "abc", steps: [] }, expected: ["value-too-short /steps"] },
    {
      name: "too many items",
      value: { name: "abc", steps: ["a", "b", "c", "d"] },
      expected: ["value-too-long /steps"],
    },
    {
      name: "an item of the wrong type",
      value: { name: "abc", words: ["a", 1, null] },
      expected: ["wrong-type /words/1", "wrong-type /words/2"],
    },
    { name: "a map's value", value: { name: "abc", labels: { "a/b": 1 } }, expected: ["wrong-type /labels/a~1b"] },
    { name: "an escaped key", value: { name: "abc", labels: { $$x: 1 } }, expected: ["wrong-type /labels/$x"] },
    { name: "a value not listed", value: { name: "abc", kind: "rond" }, expected: ["value-not-allowed /kind"] },
    {
      name: "every rule that is broken",
      value: { name: "abc", slug: "-A" },
      expected: ["value-malformed /slug", "value-malformed /slug"],
    },
    {
      name: "within an object",
      value: { name: "abc", box: { note: 1, inner: { deep: "x", more: 1 } } },
      expected: [
        "missing-field /box/title",
        "wrong-type /box/note",
        "unknown-field /box/inner/more (key)",
        "wrong-type /box/inner/deep",
      ],
    },
    {
      name: "a union without its discriminant",
      value: { name: "abc", shape: { size: 1 } },
      expected: ["missing-field /shape"],
    },
    {
      name: "a discriminant of the wrong type",
      value: { name: "abc", shape: { form: 1 } },
      expected: ["wrong-type /shape/form"],
    },
    { name: "a union that is no object", value: { name: "abc", shape: "circle" }, expected: ["wrong-type /shape"] },
    {
      name: "an unknown discriminant is carried",
      value: { name: "abc", shape: { form: "star", points: 5 } },
      expected: [],
    },
    {
      name: "a known discriminant",
      value: { name: "abc", shape: { form: "circle", size: "big", text: "x" } },
      expected: ["unknown-field /shape/text (key)", "wrong-type /shape/size"],
    },
    {
      name: "markers are skipped",
      value: {
        name: { $expr: "x" },
        count: unknown("later"),
        kind: { $secret: { id: "a", fingerprint: "b" } },
        box: { title: unknown("later"), note: 1 },
      },
      expected: ["wrong-type /box/note"],
    },
  ];
  test.each(cases)("$name", ({ value, expected }) => expect(codesAt(value)).toEqual(expected));

  test("reports everything at once", () => {
    expect(codesAt({ kind: "oval", on: 1, nope: 2 })).toEqual([
      "unknown-field /nope (key)",
      "missing-field /name",
      "value-not-allowed /kind",
      "wrong-type /on",
    ]);
  });

  test("says what is wrong and how to mend it", () => {
    const [typo, number, value] = validateValue(everySort, { name: 123, colour: "red", kind: "squar" });
    expect(typo).toMatchObject({ code: "unknown-field", hint: expect.stringContaining("`color`"), fix: "color" });
    expect(number).toMatchObject({
      code: "wrong-type",
      detail: expect.stringMatching(/^`name` .* text.* number 123$/),
      hint: expect.stringContaining("quotes"),
    });
    expect(value).toMatchObject({
      code: "value-not-allowed",
      fix: "square",
      detail: expect.stringMatching(/^`kind` .*"squar".* round, square$/),
    });
  });

  test("a length tells what it is and what it may be", () => {
    expect(validateValue(everySort, { name: "abcdefg" })[0]?.detail).toMatch(/^`name` .* 7 .* 5 /);
  });
});

test("fieldsWithFormat finds the texts and skips markers", () => {
  const value = { rule: "a == 1", steps: ["b", { $expr: "c" }, 3], name: "abc" };
  expect(fieldsWithFormat(everySort, value, "cel")).toEqual([
    { pointer: "/rule", text: "a == 1" },
    { pointer: "/steps/0", text: "b" },
  ]);
});

test("the only value is the cure of one that is nearly it, and of no other", () => {
  const scope = "https://www.googleapis.com/auth/cloud-platform";
  const fixOf = (value: string) => validateValue({ type: "string", enum: [scope] }, value)[0]?.fix;
  expect(fixOf("https://www.googleapis.com/auth/cloud-platfrom")).toBe(scope);
  for (const other of ["openid", "https://www.googleapis.com/auth/compute", `${scope}.read-only`])
    expect(fixOf(other), other).toBeUndefined();
});
