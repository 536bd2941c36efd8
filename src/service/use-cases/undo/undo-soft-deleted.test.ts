import { beforeEach, expect, test } from "vitest";
import {
  client,
  clientPath,
  declared,
  done,
  run,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { undone } from "./undo-world.fixture.ts";

// What is only soft-deleted may have been brought back, changed and deleted again since: an undo brings it back as it
// was.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const named = (properties: { readonly displayName?: string }) => declared({ portal: client(properties) });

async function destroyed() {
  const plan = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  return done(await run(world, plan.digest));
}

test.each([
  ["cleared", {}, undefined],
  ["as it was declared", { displayName: "Ours" }, "Ours"],
])("a field that was set in between is %s", async (_, properties, was) => {
  await up(world, named(properties));
  const destroying = await destroyed();
  await undone(world, await up(world, named({ displayName: "Between" })));
  await undone(world, destroying);
  const portal = await world.wire("GET", clientPath);
  expect(portal["displayName"]).toBe(was);
  expect(portal["state"]).toBe("ACTIVE");
});

test("what others had set before it was deleted comes back, and what was set in between goes", async () => {
  await up(world, named({}));
  await world.wire("PATCH", `${clientPath}?updateMask=description`, { description: "by hand" });
  const destroying = await destroyed();
  await undone(world, await up(world, named({ displayName: "Between" })));
  await undone(world, destroying);
  const portal = await world.wire("GET", clientPath);
  expect(portal["displayName"]).toBeUndefined();
  expect(portal["description"]).toBe("by hand");
});
