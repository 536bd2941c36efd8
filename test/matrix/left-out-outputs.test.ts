import { describe, expect, test } from "vitest";
import { digest } from "../../packages/base/digest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import { pointer, valueAt } from "../../packages/base/json/pointer.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import type { ResourceDefinition } from "../../src/definitions/schema/definition.ts";
import { outputSchema } from "../../src/definitions/schema/field-schema.ts";
import type { ObjectSchema, Schema } from "../../src/definitions/schema/schema.ts";
import type { Driver, Observation } from "../../src/engine/ports/driver.ts";
import { plan, run, type TestDeployment, testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import { driftStack } from "../../src/service/use-cases/objects/drift-view.ts";
import { importObjects } from "../../src/service/use-cases/objects/import-objects.ts";
import { callLookup, readObject } from "../../src/service/use-cases/objects/read-objects.ts";
import { findUnmanaged } from "../../src/service/use-cases/objects/unmanaged.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { planRefresh } from "../../src/service/use-cases/plans/plan-refresh.ts";
import { atNoStack } from "../../src/service/use-cases/stacks/at-stack.ts";
import { importState } from "../../src/service/use-cases/state/edit-state.ts";
import { exportState } from "../../src/service/use-cases/state/export-state.ts";
import { declarationOf, subjects, subscription } from "./base-declarations.ts";

/** A step down: a field, or all items of a list that have it. */
type Path = readonly (string | "[]")[];

/** Every place below a schema that a platform may leave out; members of lists and unions included. */
function optionalPaths(schema: Schema, at: Path = []): readonly Path[] {
  if ("oneOf" in schema) return schema.oneOf.flatMap((variant) => optionalPaths(variant, at));
  if (schema.type === "array") return optionalPaths(schema.items, [...at, "[]"]);
  if (schema.type !== "object" || !("properties" in schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const path = [...at, name];
    return [...(isOptional(schema, name) ? [path] : []), ...optionalPaths(field, path)];
  });
}

function isOptional(schema: ObjectSchema, name: string): boolean {
  return schema.required?.includes(name) !== true && schema.properties[name]?.composed === undefined;
}

/** The value without what is at a path. */
function leftOut(value: Json, [step, ...rest]: Path): Json {
  if (step === "[]") return Array.isArray(value) ? value.map((item: Json) => leftOut(item, rest)) : value;
  if (step === undefined || !isJsonObject(value)) return value;
  const { [step]: gone, ...kept } = value;
  return gone === undefined || rest.length === 0 ? kept : { ...kept, [step]: leftOut(gone, rest) };
}

/** The same driver, of a platform that never gives what is at a path. */
function without(path: Path): (driver: Driver) => Driver {
  const seen = (observation: Observation): Observation => ({
    ...observation,
    outputs: leftOut(observation.outputs, path) as JsonObject,
  });
  const done = <T extends { readonly kind: string }>(outcome: T): T =>
    "observation" in outcome && outcome.observation !== null
      ? { ...outcome, observation: seen(outcome.observation as Observation) }
      : outcome;
  return (driver) => ({
    ...driver,
    read: async (target, signal) => done(await driver.read(target, signal)),
    write: async (change, signal) => done(await driver.write(change, signal)),
    poll: async (change, handle, signal) => done(await driver.poll(change, handle, signal)),
    list: async (target, signal) => {
      const listed = await driver.list(target, signal);
      if (listed.kind !== "done") return listed;
      return { ...listed, items: listed.items.map((item) => ({ ...item, observation: seen(item.observation) })) };
    },
    lookup: async (call, signal) => {
      const found = await driver.lookup(call, signal);
      return found.kind === "done" ? { ...found, result: leftOut(found.result, path) as JsonObject } : found;
    },
  });
}

/** Items of a list are of several kinds, so that an expression goes as far as the list. */
const told = (path: Path) => (path.includes("[]") ? path.slice(0, path.indexOf("[]")) : path);

const text = (resources: Readonly<Record<string, JsonObject>>, more: JsonObject = {}) => ({
  file: "plumb.yaml",
  text: declarationOf(resources, more),
  config: {},
});

/** What the base declarations need that is not declared. */
async function seed(world: TestDeployment): Promise<void> {
  const reservation = { kind: "reservation", project: "acme-prod", zone: "europe-west1-b", name: "wave-1" };
  await world.wire("POST", "_local/seed", [
    { ...reservation, policy: { bindings: [] } },
    ...Object.values(subjects).flatMap(({ first = [] }) => first),
  ]);
}

/** Every value of an object, at every depth, that its schema speaks about and that is not there: there must be none. */
function missing(schema: Schema, value: Json, at = ""): readonly string[] {
  if (value === null) return [];
  if ("oneOf" in schema) {
    const { propertyName } = schema.discriminator;
    const variant = schema.oneOf.find((each) => {
      const field = each.properties[propertyName];
      return isJsonObject(value) && field !== undefined && "enum" in field && field.enum?.[0] === value[propertyName];
    });
    return variant === undefined ? [] : missing(variant, value, at);
  }
  if (schema.type === "array" && Array.isArray(value))
    return value.flatMap((item: Json, index) => missing(schema.items, item, `${at}/${index}`));
  if (schema.type !== "object" || !isJsonObject(value)) return [];
  if (!("properties" in schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, field]) =>
    value[name] === undefined ? [`${at}/${name}`] : missing(field, value[name], `${at}/${name}`),
  );
}

/** Outputs that are inputs as well and are given: a platform that drops them has drifted, which is another matter. */
const isGiven = (properties: JsonObject, path: Path) => Object.hasOwn(properties, path[0] ?? "");

const cases = Object.entries(subjects).flatMap(([type, { properties }]) => {
  const definition = catalog.resources[type] as ResourceDefinition;
  return (
    optionalPaths(outputSchema(definition))
      // By its id the object was asked for: that is no value of the platform's.
      .filter((path) => path[0] !== "id" && !isGiven(properties, path))
      .map((path) => ({ type, definition, properties, path, where: path.join(".") }))
  );
});

test("there are optional outputs of every type, and of some below the first level", () => {
  expect(new Set(cases.map(({ type }) => type))).toEqual(new Set(Object.keys(subjects)));
  expect(cases.map(({ where }) => where)).toEqual(
    expect.arrayContaining(["properties.discoverySiteId", "properties.agentProperties.spnDetails.tenantId"]),
  );
});

describe.each(cases)("$type whose platform leaves out $where", ({ type, definition, properties, path }) => {
  test("is made, planned again, and read as null", async () => {
    const world = testDeployment({ around: without(path) });
    await seed(world);
    const place = told(path);
    const declaration = text({ it: { type, properties } }, { outputs: { read: `\${it.${place.join(".")}}` } });
    const summary = await run(world, await plan(world, declaration));
    expect(summary).toMatchObject({ status: "done", problems: [] });
    const state = await world.store.readStack("dev");
    const record = state.records.get("it");
    // What names the object is known from its name.
    const isNamed = valueAt(record?.inputs ?? {}, pointer("", ...place)) !== undefined;
    if (place === path && !isNamed) expect(state.outputs).toEqual({ read: null });
    expect(Object.keys(state.outputs)).toEqual(["read"]);
    expect(missing(outputSchema(definition), record?.outputs ?? null)).toEqual([]);

    const again = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
    expect(again.problems.filter(({ severity }) => severity === "error")).toEqual([]);
    // An input that names the object and is told no more has drifted: it is written again, and its output is planned as
    // it will be.
    const isDrifted = isNamed && again.steps.some(({ name, action }) => name === "it" && action === "update");
    if (!isDrifted) expect(again.outputs).toEqual([]);

    const id = record?.identity.id ?? "";
    const read = await readObject({ type, id, state: {}, declaration, provider: null }, atNoStack(world));
    expect(missing(outputSchema(definition), read.outputs)).toEqual([]);
  });
});

test("lists and imports have every key", async () => {
  const world = testDeployment({ around: without(["properties", "discoverySiteId"]) });
  const type = "migrate:ServerCollector";
  const definition = catalog.resources[type] as ResourceDefinition;
  const collectors =
    `subscriptions/${subscription}/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/p` +
    "/servercollectors";
  for (const name of ["one", "two"])
    await world.wire("PUT", `${collectors}/${name}?api-version=2019-10-01`, { properties: {} });
  const declaration = text({});
  const within = { resourceGroupName: "rg", projectName: "p" };
  const rows = await findUnmanaged({ type, within, declaration, provider: null }, world);
  expect(rows.flatMap(({ outputs }) => missing(outputSchema(definition), outputs))).toEqual([]);
  expect(rows).toHaveLength(2);
  const entries = [{ type, name: "one", id: `/${collectors}/one`, provider: null }];
  await importObjects({ stack: "dev", declaration, entries }, world);
  const record = (await world.store.readStack("dev")).records.get("one");
  expect(missing(outputSchema(definition), record?.outputs ?? null)).toEqual([]);
  expect(record?.outputs["properties"]).toHaveProperty("discoverySiteId", null);
});

const [lookup] = Object.values(catalog.functions);
const lookupPaths = lookup === undefined ? [] : optionalPaths(lookup.result);

test.each(lookupPaths.map((path) => ({ path, where: path.join(".") })))(
  "a look-up without $where",
  async ({ path }) => {
    const world = testDeployment({ around: without(path) });
    const project = `/subscriptions/${subscription}/resourceGroups/rg`;
    const connection = {
      ...{ kind: "privateEndpointConnection", subscriptionId: subscription, resourceGroupName: "rg" },
      ...{ migrateProjectName: "m", name: "c", privateEndpointId: `${project}/privateEndpoints/e` },
    };
    await world.wire("POST", "_local/seed", [connection]);
    const given = { resourceGroupName: "rg", migrateProjectName: "m", peConnectionName: "c" };
    const found = await callLookup(
      { function: lookup?.type ?? "", arguments: given, declaration: text({}), provider: null },
      atNoStack(world),
    );
    expect(missing(lookup?.result as Schema, found.result)).toEqual([]);
  },
);

test("what is left out can be an input of another resource: it stays unset there", async () => {
  const world = testDeployment({ around: without(["properties", "discoverySiteId"]) });
  await seed(world);
  const base = (type: string) => ({ type, properties: subjects[type]?.properties ?? {} });
  const gate = base("connectors:EndpointAttachment");
  const description = "${it.properties.discoverySiteId}";
  const declaration = text({
    it: base("migrate:ServerCollector"),
    gate: { ...gate, properties: { ...gate.properties, description } },
  });
  expect(await run(world, await plan(world, declaration))).toMatchObject({ status: "done", problems: [] });
  expect((await world.store.readStack("dev")).records.get("gate")?.outputs).toMatchObject({ description: null });
  const again = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  expect(again.steps.map(({ action }) => action)).toEqual(["same", "same"]);
});

/** A record as it was kept before nulls were filled in below the first level. */
function formerly(record: JsonObject): JsonObject {
  const bare = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(bare);
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(([, member]) => member !== null);
    return Object.fromEntries(kept.map(([name, member]) => [name, bare(member)]));
  };
  const outputs = Object.entries(record["outputs"] as JsonObject).map(([name, value]) => [name, bare(value)]);
  return { ...record, outputs: Object.fromEntries(outputs) as JsonObject };
}

test.each(Object.entries(subjects))(
  "a record of %s of an older version reads the same",
  async (type, { properties }) => {
    const world = testDeployment();
    await seed(world);
    const declaration = text({ it: { type, properties } }, { outputs: { all: "${it}" } });
    expect(await run(world, await plan(world, declaration))).toMatchObject({ status: "done" });
    const { digest: _, records, ...document } = await exportState("dev", world);
    const older = { ...document, records: records.map(formerly) } as unknown as JsonObject;
    await importState("dev", { ...older, digest: digest(older) }, true, world);

    expect((await driftStack("dev", world)).drift).toEqual([]);
    expect((await planRefresh({ stack: "dev" }, world)).steps.map(({ action }) => action)).toEqual(["same"]);
    for (const refresh of [true, false]) {
      const again = await planStack({ stack: "dev", kind: "apply", declaration, refresh }, world);
      expect(again.steps.map(({ action }) => action)).toEqual(["same"]);
      expect(again.outputs).toEqual([]);
    }
  },
);
