import { beforeEach, expect, test } from "vitest";
import { declared, plan, run, type TestDeployment, up } from "../deployment.fixture.ts";
import { gateway, refusing, seenIn, undone } from "./undo-world.fixture.ts";

// A platform may refuse a deletion and carry it out. Where the plan saw the object gone, or a later run saw it
// standing, it did not.

const path = "v1/projects/acme/locations/here/endpointAttachments/one";

const other = gateway("other");

let world: TestDeployment;
let seen: ReturnType<typeof seenIn>;
let isKept = false;

beforeEach(async () => {
  isKept = false;
  world = refusing(({ operation }) => isKept && operation === "delete");
  seen = seenIn(world);
  await up(world, declared({ one: gateway("one"), other }));
  isKept = true;
});

/** Declares nothing any more, where nothing can be deleted. */
async function refusedDeletion() {
  const summary = await run(world, await plan(world, declared({ other })));
  expect(summary).toMatchObject({ status: "failed", delete: 0 });
  return summary;
}

async function deleteByHand() {
  await world.wire("DELETE", path);
  world.advance(600_000);
}

test("what a later run was to delete as well, and others have deleted since, is not made again", async () => {
  const refused = await refusedDeletion();
  await refusedDeletion();
  await deleteByHand();
  const { view } = await undone(world, refused);
  expect(view.steps).toEqual([]);
  expect(await seen.described("one")).toBe(null);
});

test("what a later run has changed, and others have deleted since, is not made again", async () => {
  const refused = await refusedDeletion();
  await up(world, declared({ one: gateway("one", { description: "later" }), other }));
  await deleteByHand();
  const { view } = await undone(world, refused);
  expect(view.steps).toEqual([]);
  expect(await seen.described("one")).toBe(null);
});

test("what the plan of the run saw to be gone is not made again", async () => {
  await deleteByHand();
  const refused = await refusedDeletion();
  const { view } = await undone(world, refused);
  expect(view.steps).toEqual([]);
  expect(await seen.described("one")).toBe(null);
});

test("what no later run has seen is made again where it is gone", async () => {
  const refused = await refusedDeletion();
  await deleteByHand();
  await undone(world, refused);
  expect(await seen.described("one")).toBe("");
});

test("what a later run was to delete as well, and did not see any more, is made again", async () => {
  const refused = await refusedDeletion();
  await deleteByHand();
  await refusedDeletion();
  await undone(world, refused);
  expect(await seen.described("one")).toBe("");
});
