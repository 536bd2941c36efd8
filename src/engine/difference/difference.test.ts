import { expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import type { ListSchema, ObjectSchema } from "../../definitions/schema/schema.ts";
import { difference } from "./difference.ts";

const words: ListSchema = { type: "array", unordered: true, items: { type: "string" } };
const rule: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  properties: { id: { type: "string", equality: "ignore-case" }, hours: { type: "integer" }, words },
};
const rules: ListSchema = { type: "array", unordered: true, itemKey: "id", items: rule };
const marker = (fingerprint: string): Json => ({ $secret: { id: fingerprint, fingerprint } });

test("of a text the words that differ are told within their lines", () => {
  expect(difference(undefined, 'a\nname == "prod" &&\nb', 'a\nname == "dev" &&\nb')).toEqual([
    {
      kind: "text",
      path: "",
      parts: [
        { kind: "same", lines: ["a"] },
        {
          kind: "changed",
          old: [
            [
              { text: 'name == "', changed: false },
              { text: "prod", changed: true },
              { text: '" &&', changed: false },
            ],
          ],
          new: [
            [
              { text: 'name == "', changed: false },
              { text: "dev", changed: true },
              { text: '" &&', changed: false },
            ],
          ],
        },
        { kind: "same", lines: ["b"] },
      ],
    },
  ]);
});

test("lines with little in common are told whole", () => {
  const [hunk] = difference(undefined, "the quick brown fox", "a lazy dog slept");
  expect(hunk).toMatchObject({ parts: [{ old: [[{ changed: true }]], new: [[{ changed: true }]] }] });
});

test("of a list without an order the members that leave and come are told first, then those that stay", () => {
  expect(difference(words, ["a", "b", "b", "c"], ["c", "b", "d"])).toEqual([
    {
      kind: "list",
      path: "",
      ordered: false,
      parts: [
        { kind: "changed", old: ["a", "b"], new: ["d"] },
        { kind: "same", items: ["c", "b"] },
      ],
    },
  ]);
});

test("members with a key are found by it, and told by what differs in them", () => {
  const old = [
    { id: "one", hours: 1, words: ["x"] },
    { id: "two", hours: 2 },
  ];
  const next = [
    { id: "three", hours: 3 },
    { id: "one", hours: 8, words: ["x"] },
  ];
  expect(difference(rules, old, next)).toEqual([
    { kind: "value", path: "/one/hours", old: 1, new: 8 },
    { kind: "value", path: "/two", old: { id: "two", hours: 2 } },
    { kind: "value", path: "/three", new: { id: "three", hours: 3 } },
  ]);
});

test("a list that differs in nothing but an order without a meaning is told all the same", () => {
  expect(difference(words, ["a", "b"], ["b", "a"])).toMatchObject([{ kind: "list", ordered: true }]);
});

test("members in one another's place are compared one by one; those that move are not", () => {
  const [one, two, three] = [
    { a: 1, b: 1 },
    { a: 2, b: 2 },
    { a: 3, b: 3 },
  ];
  expect(difference(undefined, [one, two], [one, { a: 2, b: 5 }])).toEqual([
    { kind: "value", path: "/1/b", old: 2, new: 5 },
  ]);
  expect(difference(undefined, [one, two], [two, three])).toMatchObject([{ kind: "list", path: "" }]);
});

test("secrets are told by their markers, also where a plain value stood", () => {
  expect(difference(undefined, { password: marker("1f") }, { password: marker("2e") })).toEqual([
    { kind: "secret", path: "/password", old: marker("1f"), new: marker("2e") },
  ]);
  expect(difference(undefined, "plain", marker("2e"))).toEqual([
    { kind: "secret", path: "", old: "plain", new: marker("2e") },
  ]);
  expect(difference(undefined, marker("1f"), marker("1f"))).toEqual([]);
});

test("a value that only the run can tell stands whole", () => {
  expect(difference(undefined, { a: 1 }, { $unknown: "x" })).toEqual([
    { kind: "value", path: "", old: { a: 1 }, new: { $unknown: "x" } },
  ]);
});
