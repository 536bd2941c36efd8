import { expect, test } from "vitest";
import { beforeDeleteFaults } from "./before-delete.fixture.ts";
import { missingBeforeDelete } from "./before-delete.ts";
import { behaviourOfType } from "./behaviour/definition-behaviour.ts";
import type { Catalog, ResourceDefinition } from "./definition.ts";
import { plant } from "./sample-definition.fixture.ts";
import type { Schema } from "./schema.ts";

const switched: ResourceDefinition = {
  ...plant,
  inputs: {
    ...plant.inputs,
    properties: {
      ...plant.inputs.properties,
      off: { type: "boolean", absentMeans: false },
      fixed: { type: "boolean", replace: true },
      tag: { type: "string", precondition: true },
    } satisfies Record<string, Schema>,
  },
};
const asking = (beforeDelete: ResourceDefinition["beforeDelete"], more: Partial<ResourceDefinition> = {}) => ({
  ...switched,
  ...more,
  ...(beforeDelete === undefined ? {} : { beforeDelete }),
});

test("what an object does not have yet is missing, and what it has is not", () => {
  const definition = asking({ off: true, label: "gone" });
  expect(missingBeforeDelete(definition, { off: false, label: "gone" })).toEqual({ off: true });
  expect(missingBeforeDelete(definition, {})).toEqual({ off: true, label: "gone" });
  expect(missingBeforeDelete(definition, { off: true, label: "gone", bed: "b" })).toEqual({});
});

test("a value that the platform means by absence is there", () => {
  expect(missingBeforeDelete(asking({ off: false }), { off: null })).toEqual({});
});

test("a definition that asks for nothing misses nothing", () => {
  expect(missingBeforeDelete(switched, {})).toEqual({});
});

test("what a deletion asks for first is held against the definition", () => {
  expect(beforeDeleteFaults(switched)).toEqual([]);
  expect(beforeDeleteFaults(asking({ off: true }))).toEqual([]);
  expect(beforeDeleteFaults(asking({ on: true }))).toEqual([expect.stringMatching(/^garden:Plant .* on$/)]);
  expect(beforeDeleteFaults(asking({ fixed: true }))).toEqual([expect.stringMatching(/^fixed of garden:Plant /)]);
  expect(beforeDeleteFaults(asking({ tag: "a" }))).toEqual([expect.stringMatching(/^tag of garden:Plant /)]);
  expect(beforeDeleteFaults(asking({ off: "yes" }))).toEqual([expect.stringMatching(/^\/off of garden:Plant: /)]);
  expect(beforeDeleteFaults(asking({}))).toEqual([expect.stringMatching(/^garden:Plant .* nothing /)]);
  const standing = asking({ off: true }, { existence: "standing" });
  expect(beforeDeleteFaults(standing)).toEqual([expect.stringMatching(/^garden:Plant .* created/)]);
});

test("what a deletion asks for first is behaviour, to which plans are bound", () => {
  const of = (definition: ResourceDefinition) => {
    const catalog: Catalog = { functions: {}, providers: {}, resources: { [definition.type]: definition } };
    return behaviourOfType(catalog, definition.type, "1");
  };
  expect(of(asking({ off: true }))).not.toBe(of(switched));
});
