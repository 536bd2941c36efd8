import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, eventsOf, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { gateway, member, seenIn, setting } from "../undo/undo-world.fixture.ts";
import { planStack } from "./make-plans.ts";

// Two resources are declared to go with a third (`deletedWith`). Whether the platform has really taken them along, a
// look tells.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const destroyed = async () => {
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  return { view, events: await eventsOf(world, view.digest) };
};
const withHolder = (it: JsonObject) => declared({ holder: gateway("holder"), it });
const along = { deletedWith: "holder" };

test("what stands still after the deletion is deleted as well", async () => {
  await up(world, withHolder(gateway("kept-by-platform", {}, along)));
  const { events } = await destroyed();
  expect(await seenIn(world).described("kept-by-platform")).toBe(null);
  expect(events.at(-1)).toMatchObject({ status: "done", delete: 2 });
  expect(await world.writes()).toEqual([
    ...["create holder", "create kept-by-platform"].sort(),
    ...["delete holder", "delete kept-by-platform"],
  ]);
});

test("what is gone by then is not called for", async () => {
  await up(world, withHolder(gateway("taken", {}, along)));
  await world.wire("DELETE", "v1/projects/acme/locations/here/endpointAttachments/taken");
  const made = (await world.writes()).length;
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: false }, world);
  expect((await eventsOf(world, view.digest)).at(-1)).toMatchObject({ status: "done" });
  expect((await world.writes()).slice(made)).toEqual(["delete holder"]);
});

test("what always stands is put back as the plan says", async () => {
  await up(world, withHolder(setting("RESTRICT_TOKENS_AND_JOB_RUN_AS", along)));
  await destroyed();
  expect(await seenIn(world).status()).toBe("ALLOW_ALL");
});

test("a displaced grant comes back as the plan says", async () => {
  await seenIn(world).grant("res-one", "user:them@acme.example");
  await up(world, withHolder(member("res-one", {}, { ...along, onDestroy: "restore" })));
  const { view } = await destroyed();
  expect(view.problems).toContainEqual(expect.objectContaining({ code: "brought-back" }));
  expect(await seenIn(world).grants("res-one")).toEqual(["roles/compute.admin user:them@acme.example"]);
});

test("what is to be kept is not taken along", async () => {
  await up(world, withHolder(gateway("precious", {}, { ...along, retainOnDelete: true })));
  const { view } = await destroyed();
  expect(view.problems).toMatchObject([{ code: "would-be-lost", address: "it" }]);
  expect(await seenIn(world).described("holder")).toBe("");
});
