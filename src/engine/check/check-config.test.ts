import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import { err, ok } from "../../../packages/base/result.ts";
import type { ConfigDeclaration, ConfigType, Declaration } from "../declare/declaration.ts";
import { checkConfig, type StacksRead } from "./check-config.ts";
import { ProblemCollector } from "./problem-collector.ts";

function check(
  config: Readonly<Record<string, ConfigDeclaration>>,
  given: JsonObject,
  unsound: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
  stacks: StacksRead = {},
  origins: Readonly<Record<string, string>> = {},
) {
  const declaration: Declaration = {
    format: 1,
    name: "test",
    config,
    providers: {},
    resources: {},
    lookups: {},
    outputs: {},
  };
  const collector = new ProblemCollector(undefined);
  const { values } = checkConfig(
    declaration,
    { values: given, sealed: new Set(), places: {}, origins, stacks },
    environment,
    new Set(unsound),
    collector,
  );
  return { values, problems: collector.problems };
}

test("says that a list or a map is no text", () => {
  const { problems } = check({ a: { type: "string" }, b: { type: "string" } }, { a: { sealed: "x" }, b: ["x"] });
  expect(problems.map(({ detail }) => detail)).toEqual([
    "`a` must be of type string; the value given is a map",
    "`b` must be of type string; the value given is a list",
  ]);
});

describe("the environment", () => {
  const config: Readonly<Record<string, ConfigDeclaration>> = {
    "log-level": { type: "string", default: "info" },
    replicas: { type: "integer" },
  };
  const environment = { PLUMB_CONFIG_LOG_LEVEL: "debug", PLUMB_CONFIG_REPLICAS: "3", PLUMB_CONFIG_OTHER: "x" };

  test("gives values to the keys that are declared, each read as its type", () => {
    expect(check(config, {}, [], environment)).toEqual({ values: { "log-level": "debug", replicas: 3 }, problems: [] });
  });

  test("yields to what is given on the command line", () => {
    expect(check(config, { replicas: "5" }, [], environment).values).toEqual({ "log-level": "debug", replicas: 5 });
  });

  test("can hold a misfit, which is a problem", () => {
    const { problems } = check(config, {}, [], { PLUMB_CONFIG_REPLICAS: "many" });
    expect(problems.map((each) => each.code)).toEqual(["invalid-config"]);
  });

  test("is named for a misfit that came from the caller's", () => {
    const [problem] = check(config, { replicas: "many" }, [], {}, {}, { replicas: "environment" }).problems;
    expect(problem?.detail).toContain("the value given in PLUMB_CONFIG_REPLICAS is");
  });
});

describe("values", () => {
  test.each<[ConfigType, Json, Json]>([
    ["string", "a", "a"],
    ["string", "7", "7"],
    ["string", "", ""],
    ["integer", 7, 7],
    ["integer", "7", 7],
    ["integer", "-7", -7],
    ["number", "1.5", 1.5],
    ["boolean", "true", true],
    ["boolean", false, false],
    ["list", '["a",1]', ["a", 1]],
    ["list", ["a"], ["a"]],
    ["map", '{"a":{"b":1}}', { a: { b: 1 } }],
    ["map", { a: 1 }, { a: 1 }],
  ])("a %s takes %j", (type, given, value) => {
    expect(check({ key: { type } }, { key: given })).toEqual({ values: { key: value }, problems: [] });
  });

  test.each<[ConfigType, Json]>([
    ["string", 7],
    ["string", true],
    ["integer", 1.5],
    ["integer", "1.5"],
    ["integer", "9007199254740993"],
    ["integer", "seven"],
    ["integer", '"7"'],
    ["number", "x"],
    ["boolean", "yes"],
    ["boolean", 1],
    ["list", "a,b"],
    ["list", { a: 1 }],
    ["map", "[1]"],
    ["map", "null"],
  ])("a %s refuses %j", (type, given) => {
    const { values, problems } = check({ key: { type, default: null } }, { key: given });
    expect(values).toEqual({});
    expect(problems).toMatchObject([{ code: "invalid-config", pointer: "/config/key", at: "key" }]);
    expect(problems[0]?.detail).toMatch(new RegExp(`^\`key\` .* ${type};`));
  });

  test("a default counts where nothing is given", () => {
    const config = { a: { type: "string", default: "x" }, b: { type: "boolean", default: false } } as const;
    expect(check(config, { a: "y" })).toEqual({ values: { a: "y", b: false }, problems: [] });
  });
});

test("without a default, a value must be given, and the problem says how", () => {
  const { problems } = check({ stage: { type: "string" } }, {});
  expect(problems).toMatchObject([{ code: "invalid-config", pointer: "/config/stage" }]);
  expect(problems[0]?.detail).toContain("--config stage=");
});

test.each([
  ["stagee", "did you mean `stage`?"],
  ["toString", undefined],
])("a value for `%s`, which nobody declared, is a problem", (key, hint) => {
  const { values, problems } = check({ stage: { type: "string", default: "dev" } }, { [key]: "x" });
  expect(values).toEqual({ stage: "dev" });
  expect(problems).toHaveLength(1);
  expect(problems[0]?.detail).toContain(`\`${key}\``);
  expect(problems[0]?.hint).toBe(hint);
});

describe("a key that stands for another stack", () => {
  const config = { network: { type: "map", stack: "platform/network" } } as const;
  const told = { network: ok({ outputs: { vpc: "v-1" }, secrets: [] }) };

  test("has what the stack tells, whatever the environment says", () => {
    const environment = { PLUMB_CONFIG_NETWORK: '{"vpc":"v-2"}' };
    expect(check(config, {}, [], environment, told)).toEqual({ values: { network: { vpc: "v-1" } }, problems: [] });
  });

  test("takes no value", () => {
    const { problems } = check(config, { network: { vpc: "v-2" } }, [], {}, told);
    expect(problems).toMatchObject([{ code: "invalid-config", pointer: "/config/network", at: "key" }]);
    expect(problems[0]?.detail).toContain("the outputs of stack `platform/network`");
  });

  test("has no value where the stack can't be read, and the problem stands at its name", () => {
    const stacks = { network: err(problem("stack-not-found", "there is no stack", { hint: "make it" })) };
    const { values, problems } = check(config, {}, [], {}, stacks);
    expect(values).toEqual({});
    expect(problems).toMatchObject([{ code: "stack-not-found", pointer: "/config/network/stack", hint: "make it" }]);
  });
});

test("of an entry that is wrong in itself nothing more is said", () => {
  expect(check({ size: { type: "integer" } }, { lost: "x" }, ["size", "lost"])).toEqual({ values: {}, problems: [] });
});
