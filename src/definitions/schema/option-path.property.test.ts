import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { optionPath, pathMistake, touches, withOldAt } from "./option-path.ts";
import type { ObjectSchema } from "./schema.ts";

const schema: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    title: { type: "string" },
    disabled: { type: "boolean" },
    labels: { type: "object", additionalProperties: { type: "string" } },
    hops: { type: "array", items: { type: "string" } },
    scopes: { type: "array", unordered: true, items: { type: "string" } },
    condition: {
      type: "object",
      additionalProperties: false,
      required: ["expression"],
      properties: { title: { type: "string" }, expression: { type: "string" } },
    },
  },
};

describe("a path is followed or refused", () => {
  test.each([
    "title",
    "labels",
    "labels.team",
    'labels["my.key"]',
    "labels['a b']",
    "condition.title",
    "condition[title]",
    "hops[0]",
    "scopes",
  ])("%s leads to a field", (path) => {
    expect(pathMistake(path, schema)).toBeUndefined();
  });

  test.each([
    ["", /^"" .* path;/],
    ["title.", /^"title\." .* path;/],
    ["hops[", /^"hops\[" .* path;/],
    ["a..b", /^"a\.\.b" .* path;/],
    ["titel", /^`titel` .* input .*`title`\?/],
    ["disabled.no.such[7]", /^`disabled` .* single .*`no`/],
    ["condition.titel", /^`condition` .*`titel`;.*`title`\?/],
    ["scopes[0]", /^`scopes` .* order/],
    ["hops.first", /^`hops` .* list:/],
    ["hops[*]", /`hops` whole/],
    ["labels[0]", /^`labels` .* map: .* quotes/],
    ["constructor", /^`constructor` .* input /],
    ["condition.toString", /^`condition` .*`toString`/],
  ])("%s is refused", (path, why) => {
    expect(pathMistake(path, schema)).toMatch(why);
  });
});

test("an index counts where both lists have it; elsewhere the declared list stands", () => {
  const at = (declared: readonly string[], old: readonly string[]) =>
    withOldAt(schema, { hops: [...declared] }, { hops: [...old] }, optionPath("hops[1]"));
  expect(at(["a", "b"], ["x", "y"])).toEqual({ hops: ["a", "y"] });
  expect(at(["a"], ["x", "y"])).toEqual({ hops: ["a"] });
  expect(at(["a", "b", "c"], ["x"])).toEqual({ hops: ["a", "b", "c"] });
});

test("what holds the part is made for it where nothing else would be missing from it", () => {
  expect(withOldAt(schema, {}, { labels: { team: "a", stage: "b" } }, optionPath("labels.team"))).toEqual({
    labels: { team: "a" },
  });
  const old = { condition: { title: "t", expression: "e" } };
  expect(withOldAt(schema, {}, old, optionPath("condition.title"))).toEqual({});
});

test("a place is touched by what it holds only where that part differs", () => {
  expect(touches("hops[0]", ["hops"], ["a", "b"], ["a", "c"])).toBe(false);
  expect(touches("hops[1]", ["hops"], ["a", "b"], ["a", "c"])).toBe(true);
  expect(touches("labels", ["labels", "team"], "a", "b")).toBe(true);
  expect(touches("labels.team", ["labels"], { team: "a", stage: "x" }, { team: "a" })).toBe(false);
});

const text = fc.string({ minLength: 1, maxLength: 4 });
const odd = fc.oneof(text, fc.constantFrom("constructor", "toString", "__proto__", "a.b", 'q"q', "[0]"));
const labels = fc.uniqueArray(fc.tuple(odd, text), { selector: ([key]) => key }).map((all) => Object.fromEntries(all));
const inputs = fc.record(
  {
    title: text,
    labels,
    hops: fc.array(text, { maxLength: 3 }),
    condition: fc.record({ title: text, expression: text }, { requiredKeys: ["expression"] }),
  },
  { requiredKeys: [] },
);

test("substituting at a path changes exactly that part", () => {
  const place = fc.oneof(
    fc.constantFrom("title", "labels", "hops", "condition", "condition.title", "hops[0]", "hops[2]"),
    odd.map((key) => `labels[${JSON.stringify(key)}]`),
  );
  fc.assert(
    fc.property(inputs, inputs, place, (declared, old, path) => {
      const segments = optionPath(path);
      const made = withOldAt(schema, declared as JsonObject, old as JsonObject, segments);
      const [isThere, partOfOld] = part(old as Json, segments);
      const [isHere, partOfMade] = part(made, segments);
      const isIndex = typeof segments.at(-1) === "number";
      const [wasHere] = part(declared as Json, segments);
      const isHeld = part(made, segments.slice(0, -1))[0];
      if (!isIndex && isHeld) expect([isHere, partOfMade]).toEqual([isThere, partOfOld]);
      if (isIndex && isThere && wasHere) expect(partOfMade).toEqual(partOfOld);
      expect(without(made, segments)).toEqual(without(declared as Json, segments));
    }),
  );
});

type Segments = ReturnType<typeof optionPath>;

function part(value: Json, [head, ...rest]: Segments): readonly [boolean, Json?] {
  if (head === undefined) return [true, value];
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, head)) return [false];
  return part((value as JsonObject)[head] ?? null, rest);
}

/** The rest of a value; what holds nothing but the part does not count. */
function without(value: Json, [head, ...rest]: Segments): Json {
  if (head === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, head)) return value;
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === head ? (rest.length === 0 ? null : without(item, rest)) : item));
  const { [head]: held = null, ...others } = value as JsonObject;
  const left = rest.length === 0 ? {} : without(held, rest);
  return JSON.stringify(left) === "{}" ? others : { ...others, [head]: left };
}
