import { expect, test } from "vitest";
import type { Catalog, ResourceDefinition } from "../definition.ts";
import { plant } from "../sample-definition.fixture.ts";
import type { Schema } from "../schema.ts";
import { behaviourOfProvider, behaviourOfType } from "./definition-behaviour.ts";

const catalogOf = (definition: ResourceDefinition): Catalog => ({
  ...{ functions: {}, providers: {} },
  resources: { [definition.type]: definition },
});
const of = (definition: ResourceDefinition, version = "1") =>
  behaviourOfType(catalogOf(definition), definition.type, version);
const having = (field: Schema): ResourceDefinition => ({
  ...plant,
  versions: { default: "1", others: ["2"] },
  inputs: { ...plant.inputs, properties: { ...plant.inputs.properties, field } },
});

test("what only another interface version has does not count", () => {
  const before = having({ type: "string", since: "2", maxLength: 3 });
  const after = having({ type: "string", since: "2", maxLength: 4 });
  expect(of(after)).toBe(of(before));
  expect(of(after, "2")).not.toBe(of(before, "2"));
});

test("another default version is no change of the one that is asked for", () => {
  expect(of({ ...plant, versions: { default: "2", others: ["1"] } })).toBe(of(plant));
});

test("a version that is no longer offered is another behaviour, and one that has the form of the offered ones is not", () => {
  expect(of({ ...plant, versions: { default: "2", others: [] } })).not.toBe(of(plant));
  const unlistedVersions = { pattern: "^\\d$", description: "a digit" };
  expect(of({ ...plant, versions: { default: "2", others: [] }, unlistedVersions })).toBe(of(plant));
});

test("a field called as a word for people is a field", () => {
  const named = (maxLength: number): ResourceDefinition => {
    const description = { type: "string", maxLength } as const;
    return { ...plant, inputs: { ...plant.inputs, properties: { ...plant.inputs.properties, description } } };
  };
  expect(of(named(3))).not.toBe(of(named(4)));
});

test("why a field moves by itself is for people, and that it does is not", () => {
  const moving = (volatile?: string) => having({ type: "string", ...(volatile === undefined ? {} : { volatile }) });
  expect(of(moving("the agent reports"))).toBe(of(moving("a heartbeat")));
  expect(of(moving("the agent reports"))).not.toBe(of(moving()));
});

test("what a part of a rule says is for people", () => {
  const ruled = (pattern: string, description: string) => having({ type: "string", allOf: [{ pattern, description }] });
  expect(of(ruled("^a", "must start with an a"))).toBe(of(ruled("^a", "begins with an a")));
  expect(of(ruled("^a", "must start with an a"))).not.toBe(of(ruled("^b", "must start with an a")));
});

test("words that are none of the language do not count", () => {
  expect(of({ ...plant, colour: "green" } as ResourceDefinition)).toBe(of(plant));
});

test("what the catalog does not have behaves in no way", () => {
  expect(behaviourOfType(catalogOf(plant), "garden:Tree", "1")).toBeNull();
  expect(behaviourOfProvider(catalogOf(plant), "garden")).toBeNull();
});
