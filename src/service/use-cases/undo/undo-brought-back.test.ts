import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { declared, done, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { errorsIn, member, ours, seenIn, undone, viewer } from "./undo-world.fixture.ts";

// A run that has brought back grants of others is undone like any other: they go again, as far as they still stand.

const admin = "roles/compute.admin";
const mine = `${viewer} ${ours}`;
const theirs = `${admin} user:them@acme.example`;

let world: TestDeployment;
let seen: ReturnType<typeof seenIn>;
beforeEach(() => {
  world = testDeployment();
  seen = seenIn(world);
});

const managed = (options: JsonObject = {}) => declared({ viewers: member("res-one", {}, options) });
const grants = () => seen.grants("res-one");

/** The member is made where they have a grant, which goes. */
async function displacedByMaking(options: JsonObject = {}): Promise<RunSummary> {
  await seen.grant("res-one", "user:them@acme.example");
  return up(world, managed(options));
}

/** They give themselves a grant beside the member, which goes with the next run. */
async function displacedByUpdate(): Promise<RunSummary> {
  await up(world, managed());
  await seen.grant("res-one", "user:them@acme.example");
  return up(world, managed());
}

describe("the undo of an undo that brought back a grant takes it away again", () => {
  test.each([
    ["beside a member that stood", displacedByUpdate, [mine, theirs]],
    ["where the member had been made", displacedByMaking, [theirs]],
  ])("%s, and says so", async (_, displacing, brought) => {
    const displaced = await displacing();
    expect(await grants()).toEqual([mine]);
    const { summary } = await undone(world, displaced);
    expect(await grants()).toEqual([...brought].sort());
    const again = await undone(world, summary);
    expect(await grants()).toEqual([mine]);
    const lost = again.view.problems.filter(({ code }) => code === "bindings-lost");
    expect(lost.map(({ detail }) => detail)).toEqual([`this removes ${admin} to user:them@acme.example`]);
    // And so on.
    await undone(world, again.summary);
    expect(await grants()).toEqual([...brought].sort());
  });

  test("and leaves what is there where it has gone meanwhile", async () => {
    const { summary } = await undone(world, await displacedByUpdate());
    const policy = { bindings: [{ role: viewer, members: [ours] }] };
    await world.wire("POST", "compute/v1/projects/acme/zones/here-b/reservations/res-one/setIamPolicy", { policy });
    await undone(world, summary);
    expect(await grants()).toEqual([mine]);
  });
});

test("the undo of a destroy takes away again what that had brought back", async () => {
  await displacedByMaking({ onDestroy: "restore" });
  const plan = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
  const destroyed = done(await run(world, plan.digest));
  expect(await grants()).toEqual([theirs]);
  await undone(world, destroyed);
  expect(await grants()).toEqual([mine]);
});

test("what others have been granted since stands in the way, and is named with the way on", async () => {
  const { summary } = await undone(world, await displacedByUpdate());
  await seen.grant("res-one", "user:late@acme.example", "roles/compute.networkViewer");
  const was = await grants();
  const view = await planUndo("dev", summary.run, world);
  expect(errorsIn(view)).toMatchObject([{ code: "stands-on-it", address: "viewers" }]);
  const detail = errorsIn(view)[0]?.detail ?? "";
  expect(detail).toContain("roles/compute.networkViewer to user:late@acme.example");
  expect(detail).toContain("plumb up");
  await run(world, view.digest);
  expect(await grants()).toEqual(was);
});

describe("an undo speaks of no grant that is there again", () => {
  const told = async (of: RunSummary) =>
    (await planUndo("dev", of.run, world)).problems.filter(({ code }) => code.endsWith("brought-back"));

  test("since an undo has brought it back already", async () => {
    const made = await displacedByMaking();
    await undone(world, made);
    expect(await grants()).toEqual([theirs]);
    expect(await told(made)).toEqual([]);
  });

  test("since a destroy has", async () => {
    const made = await displacedByMaking({ onDestroy: "restore" });
    const plan = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, world);
    done(await run(world, plan.digest));
    expect(await grants()).toEqual([theirs]);
    expect(await told(made)).toEqual([]);
  });

  test("since another hand has given it", async () => {
    const made = await displacedByMaking();
    await seen.grant("res-one", "user:them@acme.example");
    expect(await told(made)).toEqual([]);
    await undone(world, made);
    expect(await grants()).toEqual([theirs]);
  });

  test("but it does where a later run has taken it away again", async () => {
    const made = await displacedByMaking();
    const { summary } = await undone(world, made);
    await undone(world, summary);
    expect(await grants()).toEqual([mine]);
    expect(await told(made)).toMatchObject([{ code: "brought-back" }]);
  });
});
