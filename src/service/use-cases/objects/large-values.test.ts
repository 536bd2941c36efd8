import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import { declared, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { gateway } from "../undo/undo-world.fixture.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const long = "x".repeat(100_000);

/** A declaration of the resources in which `config.long` has 100 000 characters. */
function withLong(resources: JsonObject, outputs: JsonObject): DeclarationText {
  return { ...declared(resources, { outputs, config: { long: { type: "string" } } }), config: { long } };
}
const many = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`o${index}`, value]));

test("outputs that their expressions make too large are refused before anything is planned", async () => {
  const declaration = withLong({ gate: gateway("gate") }, many(22, "${config.long}"));
  await expect(plan(world, declaration)).rejects.toMatchObject({
    problems: [{ code: "beyond-bounds", pointer: "/outputs" }],
  });
  expect(await world.writes()).toEqual([]);
});

test("so are fields of a resource, and all resources together", async () => {
  const labels = gateway("gate", { labels: many(11, "${config.long}") });
  await expect(plan(world, withLong({ gate: labels }, {}))).rejects.toMatchObject({
    problems: [{ code: "beyond-bounds", pointer: "/resources/gate" }],
  });
  const each = Object.fromEntries(
    Array.from({ length: 340 }, (_, index) => [`r${index}`, gateway(`r${index}`, { description: "${config.long}" })]),
  );
  await expect(plan(world, withLong(each, {}))).rejects.toMatchObject({
    problems: [{ code: "beyond-bounds", pointer: "/resources" }],
  });
});

test("outputs that objects which stand make too large are refused by the plan", async () => {
  await up(world, withLong({ gate: gateway("gate", { description: "${config.long}" }) }, {}));
  const outputs = many(22, "${gate.description}");
  const digest = plan(world, withLong({ gate: gateway("gate", { description: "${config.long}" }) }, outputs));
  const summary = await run(world, await digest);
  expect(summary).toMatchObject({ status: "refused", problems: [{ code: "beyond-bounds", pointer: "/outputs" }] });
});

/**
 * Descriptions of which each is the one before it, twice over: the last has 256 times 2 to the power of `levels`
 * characters.
 */
function doubling(levels: number): JsonObject {
  const rest = Array.from({ length: levels }, (_, index) => [
    `r${index + 1}`,
    gateway(`r${index + 1}`, { description: `\${r${index}.description + r${index}.description}` }),
  ]);
  return { r0: gateway("r0", { description: "x".repeat(256) }), ...Object.fromEntries(rest) };
}

test("an expression that doubles what another one has doubled is refused at its place", async () => {
  const summary = await run(world, await plan(world, declared(doubling(30))));
  expect(summary).toMatchObject({
    status: "refused",
    problems: [{ code: "expression-failed", pointer: "/resources/r13/properties/description" }],
  });
  expect(await world.writes()).toEqual([]);
});

test("so is one that joins more than a text may hold", async () => {
  const joined = gateway("joined", { description: `\${${"r12.description + ".repeat(50)}"x"}` });
  const summary = await run(world, await plan(world, declared({ ...doubling(12), joined })));
  expect(summary).toMatchObject({
    status: "refused",
    problems: [{ code: "expression-failed", pointer: "/resources/joined/properties/description" }],
  });
});

test("what expressions make of all resources together is refused by the plan", async () => {
  const each = Array.from({ length: 40 }, (_, index) => [
    `m${index}`,
    gateway(`m${index}`, { description: "${r12.description}" }),
  ]);
  const resources = { ...doubling(12), ...Object.fromEntries(each) };
  const summary = await run(world, await plan(world, declared(resources)));
  expect(summary).toMatchObject({ status: "refused", problems: [{ code: "beyond-bounds", pointer: "/resources" }] });
});

test("outputs that turn out too large at the end of a run are told, and the former ones stay", async () => {
  const small = { ...many(1, "small"), place: "${gate.name}" };
  await up(world, withLong({ gate: gateway("gate") }, small));
  const before = (await world.store.readStack("dev")).outputs;
  // What the platform gives is known only then.
  const outputs = many(2_000, `\${[${"1,".repeat(29)}1].map(x, other.endpointIp)}`);
  const other = gateway("other");
  const summary = await run(world, await plan(world, withLong({ gate: gateway("gate"), other }, outputs)));
  expect(summary).toMatchObject({ status: "failed", problems: [{ code: "beyond-bounds", pointer: "/outputs" }] });
  expect((await world.store.readStack("dev")).outputs).toEqual(before);
});
