import { beforeEach, expect, test } from "vitest";
import type { Change, Driver } from "../../../engine/ports/driver.ts";
import { declared, eventsOf, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack } from "../plans/make-plans.ts";
import { resumeRun } from "../runs/run-events.fixture.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { member, ours, seenIn, viewer } from "./undo-world.fixture.ts";

// A member displaced a grant, which comes back when the member goes. The member may be gone by then.

class Killed extends Error {}

const theirs = "roles/compute.admin user:them@acme.example";
const policyPath = "compute/v1/projects/acme/zones/here-b/reservations/res-one/setIamPolicy";

let world: TestDeployment;
let seen: ReturnType<typeof seenIn>;
let writing: ((change: Change, driver: Driver) => ReturnType<Driver["write"]>) | undefined;

beforeEach(async () => {
  writing = undefined;
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) => (writing === undefined ? driver.write(change, signal) : writing(change, driver)),
  });
  world = testDeployment({ around });
  seen = seenIn(world);
  await seen.grant("res-one", "user:them@acme.example");
  await up(world, declared({ it: member("res-one", {}, { onDestroy: "restore" }) }));
  expect(await seen.grants("res-one")).toEqual([`${viewer} ${ours}`]);
});

const destroying = async () =>
  (await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world)).digest;
const setByHand = (bindings: readonly { readonly role: string; readonly members: readonly string[] }[]) =>
  world.wire("POST", policyPath, { policy: { bindings: bindings.map((each) => ({ ...each })) } });

test("a grant that comes back counts as a change, also where the member was not there any more", async () => {
  await setByHand([]);
  const events = await eventsOf(world, await destroying());
  expect(await seen.grants("res-one")).toEqual([theirs]);
  expect(events).toContainEqual(expect.objectContaining({ phase: "done", name: "it", action: "delete" }));
  expect(events).not.toContainEqual(expect.objectContaining({ wasAbsent: true }));
  expect(events.at(-1)).toMatchObject({ status: "done", delete: 1 });
});

test("what a call that broke off may have brought back, and others have taken away since, does not come back again", async () => {
  writing = async (change, driver) => {
    await driver.write(change);
    throw new Killed();
  };
  await expect(run(world, await destroying())).rejects.toThrow(Killed);
  writing = undefined;
  expect(await seen.grants("res-one")).toEqual([theirs]);
  await setByHand([]);
  world.advance(600_000);
  const [broken] = await listRuns("dev", world);
  const request = { stack: "dev", run: broken?.run ?? "", parallel: 4 };
  for await (const _ of resumeRun(request, world, new AbortController().signal));
  expect(await seen.grants("res-one")).toEqual([]);
});
