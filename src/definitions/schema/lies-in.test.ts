import { describe, expect, test } from "vitest";
import { behaviourOfType } from "./behaviour/definition-behaviour.ts";
import type { ResourceDefinition } from "./definition.ts";
import { liesInFaults } from "./lies-in.fixture.ts";
import { holderOf } from "./lies-in.ts";
import { plant } from "./sample-definition.fixture.ts";

const at = (type: string, path: string, more: Partial<ResourceDefinition> = {}): ResourceDefinition => ({
  ...plant,
  type,
  identity: {
    variables: { bed: [{ input: "bed" }], leaf: [{ input: "label" }] },
    formats: [path],
    imports: [{ template: path, source: "ours" }],
  },
  ...more,
});
const bed = at("garden:Bed", "beds/{bed}");
const leafIn = (liesIn: ResourceDefinition["liesIn"], more: Partial<ResourceDefinition> = {}) =>
  at("garden:Leaf", "beds/{bed}/leaves/{leaf}", { ...more, ...(liesIn === undefined ? {} : { liesIn }) });
const inBed = { type: "garden:Bed", id: "beds/{bed}" };
const withBed = (leaf: ResourceDefinition) => ({
  resources: { "garden:Bed": bed, "garden:Leaf": leaf },
  functions: {},
  providers: {},
});

test("the names of an object tell the one that it lies in", () => {
  const leaf = leafIn(inBed);
  expect(holderOf(leaf, { bed: "north", leaf: "one" }, withBed(leaf))).toEqual({ definition: bed, id: "beds/north" });
});

test("what lies in none, and what does not say in which, has no holder", () => {
  const free = leafIn(undefined);
  expect(holderOf(free, { bed: "north", leaf: "one" }, withBed(free))).toBeUndefined();
  expect(holderOf(leafIn(inBed), { leaf: "one" }, withBed(free))).toBeUndefined();
});

test("it is behaviour", () => {
  const digests = [leafIn(undefined), leafIn(inBed)].map((leaf) => behaviourOfType(withBed(leaf), "garden:Leaf", "v1"));
  expect(new Set(digests).size).toBe(2);
});

describe("faults", () => {
  test.each<[string, ResourceDefinition, readonly RegExp[]]>([
    ["none of a type that lies in none", leafIn(undefined), []],
    ["none of one that can be told", leafIn(inBed), []],
    ["no such type", leafIn({ ...inBed, type: "garden:No" }), [/^garden:Leaf .* garden:No, .* type$/]],
    ["itself", leafIn({ ...inBed, type: "garden:Leaf" }), [/^garden:Leaf .* itself$/]],
    ["another provider", leafIn(inBed, { provider: "other" }), [/^garden:Leaf .* garden:Bed, .* provider$/]],
    ["no such variable", leafIn({ ...inBed, id: "beds/{no}" }), [/^garden:Leaf .* variable no$/]],
    ["no id", leafIn({ ...inBed, id: "rows/{bed}" }), [/^rows\/\{bed\} .* garden:Bed$/]],
  ])("%s", (_, leaf, faults) => {
    expect(liesInFaults(leaf, withBed(leaf))).toEqual(faults.map((each) => expect.stringMatching(each)));
  });
});
