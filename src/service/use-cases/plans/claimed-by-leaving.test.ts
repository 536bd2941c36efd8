import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { client, declared, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { errorsIn, gateway, member, rolePolicy, seenIn, undone } from "../undo/undo-world.fixture.ts";
import { planStack } from "./make-plans.ts";

// One resource of the stack claims the object, or the share of one, that another one of the same plan lets go.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const shown = (resources: JsonObject) =>
  planStack({ stack: "dev", kind: "apply", declaration: declared(resources), refresh: true }, world);
const codes = (view: Parameters<typeof errorsIn>[0]) =>
  errorsIn(view).map(({ code, address }) => `${code} ${address ?? ""}`);

describe("an import of what the plan would delete is refused, and nothing is called", () => {
  const id = "projects/acme/locations/here/endpointAttachments/gw-a";
  const imported = gateway("gw-a", {}, { import: id, protect: true });

  test.each([
    ["moves to another", gateway("gw-b"), "`plumb state mv x y`"],
    ["is of another type by now", client(), "`plumb state mv x y`"],
  ])("where the name that it has so far %s", async (_how, x, advice) => {
    await up(world, declared({ x: gateway("gw-a") }));
    const view = await shown({ x, y: imported });
    expect(codes(view)).toEqual(["claimed-twice y"]);
    expect(errorsIn(view)[0]?.detail).toContain(advice);
    expect(await run(world, view.digest)).toMatchObject({ status: "refused" });
    expect(await world.writes()).toEqual(["create gw-a"]);
  });
});

describe("shares that change places", () => {
  const share = (name: string, who: string) => member(name, { member: `user:${who}@acme.example` });
  const viewer = (who: string) => `roles/compute.viewer user:${who}@acme.example`;

  test.each([
    ["one that is declared for another reservation by now", { a: share("w2", "a") }],
    ["one that is declared no longer", {}],
  ])("what is left by %s is taken by the next run, since that lets an object go", async (_which, others) => {
    await up(world, declared({ a: share("w1", "a"), z: share("w3", "z") }));
    const moved = { ...others, z: share("w1", "z") };
    const first = await run(world, (await shown(moved)).digest);
    expect(first.problems.map(({ code }) => code)).toEqual(["approval-needed"]);
    await up(world, declared(moved));
    expect(await seenIn(world).grants("w1")).toEqual([viewer("z")]);
    expect(await seenIn(world).grants("w3")).toEqual([]);
    expect((await shown(moved)).steps.filter(({ action }) => action !== "same")).toEqual([]);
  });

  test("a new one takes what another leaves, and an undo gives it back", async () => {
    await up(world, declared({ x: share("w1", "a") }));
    const moved = { x: share("w2", "a"), b: share("w1", "b") };
    const { run: of } = await up(world, declared(moved));
    expect(await seenIn(world).grants("w1")).toEqual([viewer("b")]);
    expect(await seenIn(world).grants("w2")).toEqual([viewer("a")]);
    await undone(world, { run: of });
    expect(await seenIn(world).grants("w1")).toEqual([viewer("a")]);
    expect(await seenIn(world).grants("w2")).toEqual([]);
  });

  test("two that claim what another leaves are refused", async () => {
    await up(world, declared({ x: share("w1", "x") }));
    await expect(shown({ x: share("w2", "x"), y: share("w1", "y"), z: share("w1", "z") })).rejects.toMatchObject({
      problems: [{ code: "claimed-twice", address: "z" }],
    });
  });

  test("one that claims what another keeps is refused", async () => {
    await up(world, declared({ x: share("w1", "x") }));
    for (const other of ["y", "b"])
      await expect(shown({ x: share("w1", "x"), [other]: share("w1", other) })).rejects.toMatchObject({
        problems: [{ code: "claimed-twice", address: other }],
      });
  });

  test("an exchange is refused with the way out", async () => {
    await up(world, declared({ x: share("w1", "x"), y: share("w2", "y") }));
    const view = await shown({ x: share("w2", "x"), y: share("w1", "y") });
    expect(codes(view)).toEqual(["claimed-twice y"]);
    expect(errorsIn(view)[0]?.detail).toContain("`plumb state mv`");
  });
});

test("assignments that change places are refused with the way out", async () => {
  const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
  const policy = (role?: string): JsonObject => {
    const it = rolePolicy();
    const { scope, roleDefinitionId } = it["properties"] as { scope: string; roleDefinitionId: string };
    const { policyId: _, ...rest } = it["properties"] as JsonObject;
    const of = role === undefined ? roleDefinitionId : roleDefinitionId.replace(/[^/]+$/u, role);
    return { ...it, properties: { ...rest, scope, roleDefinitionId: of } };
  };
  await up(world, declared({ q: policy(), r: policy(reader) }));
  const view = await shown({ q: policy(reader), r: policy() });
  expect(codes(view)).toEqual(["claimed-twice r"]);
  expect(errorsIn(view)[0]?.detail).toContain("`plumb state mv`");
});

test("what is gone by hand and is left in the same plan is made anew behind its removal", async () => {
  await up(world, declared({ x: gateway("gw-a"), w: gateway("gw-w") }));
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/gw-a");
  world.advance(600_000);
  const moved = { x: gateway("gw-b"), y: gateway("gw-a"), w: gateway("gw-w") };
  await up(world, declared(moved));
  expect(await seenIn(world).described("gw-a")).toBe("");
  expect(await seenIn(world).described("gw-b")).toBe("");
  expect((await shown(moved)).steps.filter(({ action }) => action !== "same")).toEqual([]);
});
