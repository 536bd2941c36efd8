import { describe, expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import { unknown, type Value } from "../../definitions/schema/value.ts";
import type { Bindings } from "./evaluate.ts";
import { expressionLanguage } from "./expression-language.ts";

/** A template's opening, apart, so that no source line looks like a template literal. */
const $ = "$" + "{";

function bindings(nodes: Readonly<Record<string, Value>>, config: Readonly<Record<string, Value>> = {}): Bindings {
  return { node: (name) => nodes[name], config: (name) => config[name] };
}

describe("CEL is there only when something computes", () => {
  test.each<[string, Json, boolean]>([
    ["plain data", { a: 1, b: [true, null, "text"] }, false],
    ["a path", { a: `${$}portal.clientId}` }, false],
    ["paths in a text", [`${$}config.a}-${$}portal.rules[0]["a b"]}`], false],
    ["an escaped expression", `$${$}size(x)}`, false],
    ["a call, however deep", { a: [{ b: `x ${$}size(portal.rules)} y` }] }, true],
    ["an operator", `${$}1 + 1}`, true],
  ])("%s", async (_, values, loaded) => {
    expect((await expressionLanguage(values)).cel !== null).toBe(loaded);
  });

  test("or when it is asked for", async () => {
    expect((await expressionLanguage({}, true)).cel).not.toBeNull();
  });
});

describe("parse", () => {
  test("parses each text once", async () => {
    const language = await expressionLanguage({});
    expect(language.parse(`${$}a.b}`)).toBe(language.parse(`${$}a.b}`));
  });
});

describe("resolve", () => {
  const portal = { name: "web", ids: ["i1", "i2"], size: 3 };

  test.each<[string, Value, Value]>([
    ["plain data stays", { a: [1, null, { b: true }] }, { a: [1, null, { b: true }] }],
    ["a single expression keeps its type", { a: { $expr: `${$}portal.ids}` } }, { a: ["i1", "i2"] }],
    ["a text around it makes it text", [{ $expr: `n=${$}portal.size}` }], ["n=3"]],
    ["a computation", { $expr: `${$}portal.ids.map(i, i + "!")}` }, ["i1!", "i2!"]],
    ["config", { $expr: `${$}config.stage}`, $config: { stage: "prod" } }, "prod"],
    ["a text that only looks like one is data", `${$}plain}`, `${$}plain}`],
  ])("%s", async (_, value, resolved) => {
    const language = await expressionLanguage(texts(value));
    expect(language.resolve(value, bindings({ portal }))).toEqual({
      value: resolved,
      waiting: [],
      errors: [],
    });
  });

  test("what waits keeps its marker, with its place and its reason; the rest goes on", async () => {
    const language = await expressionLanguage({});
    const late = { name: "gate", id: unknown("made by the apply") };
    const value = { ready: { $expr: `${$}late.name}` }, deep: [{ $expr: `x-${$}late.id}` }], held: unknown("why") };
    expect(language.resolve(value, bindings({ late }))).toEqual({
      value: { ready: "gate", deep: [{ $expr: `x-${$}late.id}` }], held: unknown("why") },
      waiting: [
        { pointer: "/deep/0", why: "made by the apply" },
        { pointer: "/held", why: "why" },
      ],
      errors: [],
    });
  });

  test("a value that holds an unknown waits as a whole", async () => {
    const language = await expressionLanguage({});
    const value = { a: { $expr: `${$}late}` } };
    const { value: same, waiting } = language.resolve(value, bindings({ late: { deep: [unknown("later")] } }));
    expect(same).toEqual(value);
    expect(waiting).toEqual([{ pointer: "/a", why: "later" }]);
  });

  test("errors are told with their place, and their expression stays", async () => {
    const language = await expressionLanguage({});
    const value = { "a/b": { $expr: `${$}portal.nothing}` }, c: { $expr: `${$}gone.id}` }, d: { $expr: `${$}` } };
    const resolved = language.resolve(value, bindings({ portal }));
    expect(resolved.value).toEqual(value);
    expect(resolved.errors.map(({ pointer }) => pointer)).toEqual(["/a~1b", "/c", "/d"]);
    expect(resolved.errors[0]?.detail).toContain('"nothing"');
    expect(resolved.errors[2]?.detail).toContain("`}`");
  });
});

/** The expression texts in a value: what a declaration would have held. */
function texts(value: Value): Json {
  return JSON.parse(JSON.stringify(value));
}
