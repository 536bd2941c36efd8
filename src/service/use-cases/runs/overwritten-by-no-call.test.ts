import { beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declared, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { member, ours, seenIn, undone, viewer } from "../undo/undo-world.fixture.ts";

// A call notes what it takes away beside its share before it is sent. Where it is not sent, since the share stands as
// it is to be, it takes nothing.

const mine = `${viewer} ${ours}`;
const them = "user:them@acme.example";
const policyPath = "compute/v1/projects/acme/zones/here-b/reservations/res-one";

let world: TestDeployment;
let seen: ReturnType<typeof seenIn>;
beforeEach(() => {
  world = testDeployment();
  seen = seenIn(world);
});

const managed = (options: JsonObject = {}) => declared({ viewers: member("res-one", {}, options) });
const grants = () => seen.grants("res-one");

/** Another hand sets the policy to the member's share, or to what was there before it, and to nothing else. */
async function set(...bindings: readonly JsonObject[]): Promise<void> {
  const found = await world.wire("GET", `${policyPath}/getIamPolicy?optionsRequestedPolicyVersion=3`);
  await world.wire("POST", `${policyPath}/setIamPolicy`, { policy: { ...found, bindings } });
}

const share: JsonObject = { role: viewer, members: [ours] };
const theirs: JsonObject = { role: "roles/compute.admin", members: [them] };

/** A run whose plan saw their grant, and that finds the share alone. */
async function metStanding(options: JsonObject = {}) {
  const { digest, problems } = await planStack(
    { stack: "dev", kind: "apply", declaration: managed(options), refresh: true },
    world,
  );
  expect(problems.map(({ code }) => code)).toContain("bindings-lost");
  await set(share);
  return run(world, digest);
}

test("the undo of a run that found its share standing brings back nothing that was noted for its creation", async () => {
  await up(world, managed());
  await set(theirs);
  await undone(world, done(await metStanding()));
  expect(await grants()).toEqual([mine]);
});

test("nor what was noted for its update", async () => {
  await up(world, managed());
  await set(share, theirs);
  await undone(world, done(await metStanding()));
  expect(await grants()).toEqual([mine]);
});

test("a share that was not recorded before is another hand's, and neither an undo nor a destroy touches it", async () => {
  await set(theirs);
  const met = await metStanding({ onDestroy: "restore" });
  expect(met).toMatchObject({ status: "failed", problems: [{ code: "stale-plan" }] });
  const plan = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  expect(plan.steps).toEqual([]);
  expect(await grants()).toEqual([mine]);
});

test("nor does an undo take away again what another hand had given back before it", async () => {
  await up(world, managed());
  await set(share, theirs);
  const displaced = await up(world, managed());
  const { digest } = await planUndo("dev", displaced.run, world);
  await set(share, theirs);
  const undo = done(await run(world, digest));
  await undone(world, undo);
  expect(await grants()).toEqual([`roles/compute.admin ${them}`, mine]);
});

test("nor where that hand has taken the share away with it", async () => {
  await set(theirs);
  const made = await up(world, managed());
  const { digest } = await planUndo("dev", made.run, world);
  await set(theirs);
  const undo = done(await run(world, digest));
  await undone(world, undo);
  expect(await grants()).toEqual([`roles/compute.admin ${them}`]);
});
