import { expect, test } from "vitest";
import type { Catalog, FunctionDefinition, ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { plant } from "../../../definitions/schema/sample-definition.fixture.ts";
import type { CheckedDeclaration, CheckedNode } from "../../check/checked-declaration.ts";
import { recordOf } from "../../state/records/record.fixture.ts";
import type { MoveStep } from "../plan.ts";
import { changedDefinitions, usedDefinitions } from "./used-definitions.ts";

const kinds = ["Bed", "Fence", "Plant", "Tool"];
const nothing = { type: "object", additionalProperties: false, properties: {} } as const;
const ask: FunctionDefinition = {
  ...{
    kind: "function",
    type: "garden:ask",
    aliases: ["garden:enquire"],
    title: "Ask",
    description: "Asks.",
    section: "0",
  },
  ...{ provider: "neighbour", versions: { default: "1", others: [] }, arguments: nothing, result: nothing },
};
const provider = (type: string) =>
  ({ kind: "provider", type, title: type, description: "", fields: {}, constants: {} }) as const;
const resource = (type: string): ResourceDefinition => ({ ...plant, type, versions: { default: "1", others: ["2"] } });
const catalog: Catalog = {
  resources: Object.fromEntries(kinds.map((kind) => [`garden:${kind}`, resource(`garden:${kind}`)])),
  functions: { "garden:ask": ask, "garden:enquire": ask },
  providers: { garden: provider("garden"), neighbour: provider("neighbour") },
};

const step = (address: string, type: string, apiVersion = "1"): MoveStep => ({
  ...{ kind: "move", action: "move", id: address, address, type, apiVersion, needs: [], fields: [] },
  ...{ movedFrom: "z", uid: "u", identity: { id: address, claim: address, variables: {} } },
  provider: { ref: "p", kind: "garden", cloudId: "c", configDigest: "d", config: {} },
});
const node = (address: string, type: string, edges: readonly string[] = []): CheckedNode => ({
  ...{ kind: "resource", address, type, apiVersion: "1", provider: "p", edges, inputs: {} },
  options: { protect: false, ignoreChanges: [], replaceOnChanges: [], deleteBeforeReplace: false },
});
const lookup = (address: string, edges: readonly string[] = []): CheckedNode => ({
  ...{ kind: "lookup", address, type: "garden:ask", apiVersion: "1", provider: "q", edges, arguments: {} },
});
const declared = (...nodes: readonly CheckedNode[]): CheckedDeclaration => ({
  ...{ format: 1, digest: "", project: "p", providers: {}, nodes, outputs: {} },
});

type Going = Parameters<typeof usedDefinitions>[0];
const used = (going: Partial<Going>, named: Partial<Parameters<typeof usedDefinitions>[1]> = {}) =>
  usedDefinitions(
    { steps: [], recordUpdates: [], deferred: [], ...going },
    { checked: null, records: new Map(), ...named },
    catalog,
  );
const names = (definitions: ReturnType<typeof used>) =>
  definitions.map(({ type, version }) => (version === null ? type : `${type}@${version}`));

test("each step's type is used in its version, once, and its provider", () => {
  const steps = [
    step("a", "garden:Plant", "2"),
    step("b", "garden:Plant"),
    step("c", "garden:Plant"),
    step("d", "garden:Bed"),
  ];
  expect(names(used({ steps }))).toEqual(["garden", "garden:Bed@1", "garden:Plant@1", "garden:Plant@2"]);
});

test("what is declared beside is not used, and what a step leans on is, also through a look-up", () => {
  const checked = declared(
    node("bed", "garden:Bed"),
    node("fence", "garden:Fence"),
    lookup("asked", ["fence"]),
    node("tool", "garden:Tool"),
    node("plant", "garden:Plant", ["bed", "asked"]),
  );
  const steps = [step("asked", "garden:ask"), step("plant", "garden:Plant")];
  expect(names(used({ steps }, { checked }))).toEqual([
    ...["garden", "garden:Bed@1", "garden:Fence@1", "garden:Plant@1", "garden:ask@1", "neighbour"],
  ]);
  expect(names(used({}, { checked }))).toEqual([]);
});

test("what is left to a later round, what is recorded anew, and what outputs take is used", () => {
  const checked = declared(node("plant", "garden:Plant"), node("bed", "garden:Bed"), node("tool", "garden:Tool"));
  const records = new Map([["fence", recordOf("fence", { type: "garden:Fence", apiVersion: "2" })]]);
  const deferred = [{ address: "plant", why: "", allowedActions: [] }];
  const kept = { options: { protect: false, onDestroy: "delete" } as const, dependsOn: [], inputs: {}, outputs: {} };
  const recordUpdates = [{ address: "bed", version: "", ...kept }];
  const derivedOutputs = { told: { value: "", on: ["fence"] } };
  expect(names(used({ deferred, recordUpdates, derivedOutputs }, { checked, records }))).toEqual([
    ...["garden", "garden:Bed@1", "garden:Fence@2", "garden:Plant@1"],
  ]);
});

test("a definition that does something else, or is gone, has changed", () => {
  const definitions = used({ steps: [step("a", "garden:Plant"), step("b", "garden:Bed"), step("c", "garden:ask")] });
  expect(changedDefinitions(definitions, catalog)).toEqual([]);
  const { "garden:Bed": bed, ...others } = catalog.resources;
  const resources = { ...others, "garden:Plant": { ...resource("garden:Plant"), onDestroy: "retain" } } as const;
  const providers = { ...catalog.providers, neighbour: { ...provider("neighbour"), constants: { name: "n" } } };
  expect(bed).toBeDefined();
  expect(names(changedDefinitions(definitions, { ...catalog, resources, providers }))).toEqual([
    ...["garden:Bed@1", "garden:Plant@1", "neighbour"],
  ]);
});
