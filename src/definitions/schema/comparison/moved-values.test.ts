import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { plant } from "../sample-definition.fixture.ts";
import type { ObjectSchema, Schema } from "../schema.ts";
import { lastingOutputs } from "./lasting-values.ts";
import { movedValues } from "./moved-values.ts";

const description = "of the test";
const text = { type: "string", description } as const;
const object = (properties: Readonly<Record<string, Schema>>): ObjectSchema => ({
  type: "object",
  description,
  properties,
  additionalProperties: false,
});
const rule = (kind: string, fields: Readonly<Record<string, Schema>>) =>
  object({ kind: { type: "string", description, enum: [kind] }, id: text, ...fields });

const schema = object({
  name: { ...text, equality: "ignore-case" },
  note: { ...text, absentMeans: "" },
  lasts: { ...text, format: "duration" },
  at: { ...text, format: "date-time" },
  beat: { ...text, volatile: "it beats" },
  inner: object({ deep: object({ leaf: text, beat: { ...text, volatile: "it beats" } }) }),
  labels: { type: "object", description, additionalProperties: text },
  words: { type: "array", description, unordered: true, items: text },
  people: {
    type: "array",
    description,
    unordered: true,
    itemKey: "id",
    items: object({ id: { ...text, equality: "ignore-case" }, note: text }),
  },
  notes: {
    type: "array",
    description,
    unordered: true,
    items: object({ note: text, lasts: { ...text, format: "duration" } }),
  },
  stages: { type: "array", description, items: object({ days: { type: "integer", description } }) },
  rules: {
    type: "array",
    description,
    unordered: true,
    itemKey: "id",
    items: {
      description,
      discriminator: { propertyName: "kind" },
      oneOf: [
        rule("A", { limit: { ...text, format: "duration" } }),
        rule("B", { on: { type: "boolean", description } }),
      ],
    },
  },
});

const paths = (before: JsonObject, now: JsonObject) => movedValues(schema, before, now).map(({ path }) => path);
const secret = (fingerprint: string) => ({ $secret: { id: fingerprint, fingerprint } });

describe("what moved between two looks", () => {
  test.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ["a text", { note: "a" }, { note: "b" }, ["/note"]],
    ["a member that came, at depth", { inner: {} }, { inner: { deep: { leaf: "x" } } }, ["/inner/deep/leaf"]],
    ["a member that went, at depth", { inner: { deep: { leaf: "x" } } }, { inner: null }, ["/inner/deep/leaf"]],
    ["a member that no schema knows", { inner: {} }, { inner: { novel: { a: 1 } } }, ["/inner/novel"]],
    ["one inside what no schema knows", { novel: { a: 1, b: 2 } }, { novel: { a: 1, b: 3 } }, ["/novel/b"]],
    ["a label that came and one that went", { labels: { a: "1" } }, { labels: { b: "1" } }, ["/labels/a", "/labels/b"]],
    ["a list as a whole", { words: ["a"] }, { words: ["a", "b"] }, ["/words"]],
    ["how often an item is there", { words: ["a", "a", "b"] }, { words: ["a", "b", "b"] }, ["/words"]],
    [
      "how often an item without a key is there",
      { notes: [{ note: "a" }, { note: "a" }, { note: "b" }] },
      { notes: [{ note: "b" }, { note: "b" }, { note: "a" }] },
      ["/notes"],
    ],
    ["an item of an ordered list", { stages: [{ days: 1 }] }, { stages: [{ days: 2 }] }, ["/stages/0/days"]],
    ["the length of an ordered list", { stages: [] }, { stages: [{ days: 2 }] }, ["/stages"]],
    ["an item that came under a key", { rules: [] }, { rules: [{ id: "r", kind: "A" }] }, ["/rules/r"]],
    [
      "a field of a keyed item, wherever it stands",
      {
        rules: [
          { id: "q", kind: "B", on: true },
          { id: "r", kind: "A", limit: "PT1H" },
        ],
      },
      {
        rules: [
          { id: "r", kind: "A", limit: "PT2H" },
          { id: "q", kind: "B", on: true },
        ],
      },
      ["/rules/r/limit"],
    ],
    [
      "a new member of a keyed item",
      { rules: [{ id: "r", kind: "A" }] },
      { rules: [{ id: "r", kind: "A", x: 1 }] },
      ["/rules/r/x"],
    ],
    ["another kind of item", { rules: [{ id: "r", kind: "A" }] }, { rules: [{ id: "r", kind: "B" }] }, ["/rules/r"]],
    [
      "a field of a kind that is not known",
      { rules: [{ id: "r", kind: "Z", a: 1 }] },
      { rules: [{ id: "r", kind: "Z", a: 2 }] },
      ["/rules/r/a"],
    ],
    [
      "a field of an item whose key is written otherwise",
      { people: [{ id: "ab", note: "1" }] },
      { people: [{ id: "ab", note: "2" }] },
      ["/people/ab/note"],
    ],
    ["items that share a key", { rules: [{ id: "r" }, { id: "r" }] }, { rules: [{ id: "r" }] }, ["/rules"]],
    ["a secret", { note: secret("a") }, { note: secret("b") }, ["/note"]],
    ["a secret in the open", { note: secret("a") }, { note: "a" }, ["/note"]],
    ["a finer moment", { at: "2026-01-01T00:00:00.0000001Z" }, { at: "2026-01-01T00:00:00Z" }, ["/at"]],
  ])("%s", (_what, before, now, expected) => {
    expect(paths(before, now)).toEqual(expected);
    expect(paths(now, before).sort()).toEqual([...expected].sort());
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["case where it means nothing", { name: "A" }, { name: "a" }],
    ["absent, null and the default", { note: "" }, { note: null }],
    ["nothing at all and what is empty throughout", {}, { inner: { deep: {} }, labels: {}, words: [], rules: [] }],
    ["another spelling of a duration", { lasts: "PT1H" }, { lasts: "PT60M" }],
    ["another spelling of a moment", { at: "2026-01-01T00:00:00Z" }, { at: "2026-01-01T01:00:00.000+01:00" }],
    ["another order", { words: ["a", "b"] }, { words: ["b", "a"] }],
    [
      "another order of items without a key, one of them spelled otherwise",
      { notes: [{ note: "a" }, { lasts: "PT1H" }, { note: "a" }] },
      { notes: [{ lasts: "PT60M" }, { note: "a" }, { note: "a" }] },
    ],
    ["case of keys where it means nothing", { people: [{ id: "AB" }] }, { people: [{ id: "ab" }] }],
    ["what is volatile, at any depth", { beat: "1", inner: { deep: { beat: "1" } } }, { beat: "2" }],
    ["a secret sealed anew", { note: secret("a") }, { note: { $secret: { id: "other", fingerprint: "a" } } }],
  ])("not %s", (_what, before, now) => {
    expect(paths(before, now)).toEqual([]);
    expect(paths(now, before)).toEqual([]);
  });

  test("both values are told, and one alone where the other look shows none", () => {
    expect(movedValues(schema, { note: "a", labels: { k: "1" } }, { note: "b" })).toEqual([
      { path: "/note", old: "a", new: "b" },
      { path: "/labels/k", old: "1" },
    ]);
  });
});

test("what lasts of outputs is neither volatile nor null", () => {
  const definition = { ...plant, inputs: schema, outputs: object({}) };
  const outputs = { note: "a", beat: "1", inner: { deep: { leaf: null, beat: "1" } }, rules: [{ id: "r", x: null }] };
  expect(lastingOutputs(definition, outputs)).toEqual({ note: "a", inner: { deep: {} }, rules: [{ id: "r" }] });
});
