import { beforeEach, expect, test } from "vitest";
import { attachments, declared, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { gateway, member, seenIn, undone } from "./undo-world.fixture.ts";

// What plans tell of objects that were gone before, and of grants that come back: once, and as it is.

const gatewayPath = "v1/projects/acme/locations/here/endpointAttachments/gateway";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

test("an undo tells that it does not make what its run was to delete and found gone", async () => {
  await up(world, attachments({ gateway: "one", other: "two" }));
  await world.wire("DELETE", gatewayPath);
  const removing = await up(world, attachments({ other: "two" }));
  const { view } = await undone(world, removing);
  expect(view.steps).toEqual([]);
  expect(view.problems).toMatchObject([{ code: "gone-before", severity: "warning", address: "gateway" }]);
  expect(view.problems[0]?.detail).toContain("endpointAttachments/gateway");
});

test("an undo tells nothing of that once the object stands again", async () => {
  await up(world, attachments({ gateway: "one", other: "two" }));
  await world.wire("DELETE", gatewayPath);
  const removing = await up(world, attachments({ other: "two" }));
  await up(world, attachments({ gateway: "one", other: "two" }));
  const { view } = await undone(world, removing);
  expect(view.steps).toEqual([]);
  expect(view.problems).toEqual([]);
});

test("an undo lists a grant once that both its run and the first write of the share displaced", async () => {
  const at = (name: string) => declared({ m: member(name, {}, { onDestroy: "restore" }) });
  await up(world, at("res-one"));
  await seenIn(world).grant("res-two", "user:one@acme.example");
  const moving = await up(world, at("res-two"));
  const { view } = await undone(world, moving);
  expect(view.problems.filter(({ code }) => code === "brought-back")).toHaveLength(1);
  expect(await seenIn(world).grants("res-two")).toEqual(["roles/compute.admin user:one@acme.example"]);
});

test("no field of an object with another identity is told as drifted where the former one is gone", async () => {
  await up(world, declared({ m: gateway("gateway") }));
  world.advance(600_000);
  await world.wire("DELETE", gatewayPath);
  world.advance(600_000);
  const declaration = declared({ m: gateway("two") });
  const { steps } = await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, world);
  const [making] = steps;
  expect(making).toMatchObject({ name: "m", action: "create" });
  expect(new Set(making?.fields.map(({ reason }) => reason))).toEqual(new Set(["declared"]));
});
