import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { Schema } from "../../definitions/schema/schema.ts";
import { expressionLanguage } from "../expressions/expression-language.ts";
import { Compiler } from "./compile-values.ts";
import { ProblemCollector } from "./problem-collector.ts";

const $ = "$" + "{";

const portal: Schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: "string" },
    open: { type: "boolean" },
    size: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
  },
};

async function compiler(config: JsonObject = {}) {
  const collector = new ProblemCollector(undefined);
  const scope = {
    node: (name: string) => (name === "portal" || name === "link" ? portal : undefined),
    nodeNames: ["portal", "link"],
    config: (name: string): Schema | undefined =>
      name === "stage" || name === "lost" ? { type: "string" } : undefined,
    configNames: ["stage", "lost"],
  };
  const spaceOf = (name: string) => (name === "portal" ? "resources" : name === "link" ? "lookups" : undefined);
  const language = await expressionLanguage({}, true);
  return {
    compiler: new Compiler(language, scope, spaceOf, { values: config, texts: new Map() }, collector, {
      each: new Map(),
      absent: new Set(),
    }),
    collector,
  };
}

async function compile(data: Json, expected?: Schema, config: JsonObject = { stage: "dev" }) {
  const { compiler: made, collector } = await compiler(config);
  const compiled = made.compile(data, { pointer: "/at", ...(expected === undefined ? {} : { expected }) });
  return { ...compiled, codes: collector.problems.map(({ code, pointer }) => `${code} ${pointer}`) };
}

describe("values", () => {
  test.each<[string, Json, Json, readonly string[]]>([
    ["plain data stays", { a: [1, null, "x", true] }, { a: [1, null, "x", true] }, []],
    ["a reference becomes a marker and an edge", `${$}portal.name}`, { $expr: `${$}portal.name}` }, ["portal"]],
    [
      "each edge once",
      [`${$}portal.name}`, { b: `${$}portal.size} ${$}link.name}` }],
      [{ $expr: `${$}portal.name}` }, { b: { $expr: `${$}portal.size} ${$}link.name}` } }],
      ["portal", "link"],
    ],
    [
      "what reads config and another resource keeps the value that was given",
      `${$}config.stage} ${$}portal.name}`,
      { $expr: `${$}config.stage} ${$}portal.name}`, $config: { stage: "dev" } },
      ["portal"],
    ],
    ["what reads config alone is evaluated at once", `x-${$}config.stage}`, "x-dev", []],
    ["so is what reads nothing", `${$}1 + 1}`, 2, []],
    ["an escaped expression is text", `$${$}portal.name}`, `${$}portal.name}`, []],
    ["keys can't forge markers", { $expr: "x", $$a: { $unknown: "y" } }, { $$expr: "x", $$$a: { $$unknown: "y" } }, []],
  ])("%s", async (_, data, value, needs) => {
    expect(await compile(data)).toEqual({ value, needs, codes: [] });
  });
});

describe("types", () => {
  const expected: Schema = {
    type: "object",
    additionalProperties: false,
    properties: {
      text: { type: "string" },
      yes: { type: "boolean" },
      list: { type: "array", items: { type: "string" } },
      number: { type: "integer" },
    },
  };

  test.each<[JsonObject, readonly string[]]>([
    [{ text: `${$}portal.name}`, yes: `${$}portal.open}`, list: `${$}portal.tags}`, number: `${$}portal.size}` }, []],
    [{ text: `n${$}portal.size}` }, []],
    [{ list: [`${$}portal.name}`, `${$}portal.open}`] }, ["expression-type /at/list/1"]],
    [{ text: `${$}portal.tags}` }, ["expression-type /at/text"]],
    [{ yes: `${$}portal.open}!` }, ["expression-type /at/yes"]],
    [{ number: `${$}size(portal.tags)}` }, []],
    [{ number: `${$}portal.name + "x"}` }, ["expression-type /at/number"]],
    [{ text: `${$}portal.nme}` }, ["unknown-reference /at/text"]],
    [{ text: `${$}config.stag}` }, ["unknown-reference /at/text"]],
    [{ text: `${$}lookups.portal.name}` }, ["unknown-reference /at/text"]],
    [{ text: `${$}resources["link"].name}` }, ["unknown-reference /at/text"]],
    [{ text: `${$}portal.` }, ["invalid-expression /at/text"]],
    [{ other: `${$}portal.tags}` }, []],
  ])("%j", async (data, codes) => {
    expect((await compile(data, expected)).codes).toEqual(codes);
  });

  test("both sides are named", async () => {
    const { compiler: made, collector } = await compiler();
    made.compile(`${$}portal.tags}`, { pointer: "/at", expected: { type: "boolean" } });
    expect(collector.problems).toMatchObject([
      { code: "expression-type", detail: expect.stringMatching(/ true or false.* list$/) },
    ]);
  });
});

describe("config", () => {
  test("a missing value was complained about where it is declared", async () => {
    expect(await compile(`${$}config.lost}`)).toEqual({ value: { $expr: `${$}config.lost}` }, needs: [], codes: [] });
  });

  test("what fails to evaluate is told", async () => {
    expect((await compile(`${$}config.stage.size() / 0}`)).codes).toEqual(["expression-failed /at"]);
  });
});
