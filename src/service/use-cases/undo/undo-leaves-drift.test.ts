import { beforeEach, describe, expect, test } from "vitest";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import {
  attachments,
  declared,
  done,
  eventsOf,
  type TestDeployment,
  testDeployment,
  up,
} from "../deployment.fixture.ts";
import { driftStack } from "../objects/drift-view.ts";
import { planUndo } from "../plans/make-plans.ts";
import { resumeRun } from "../runs/run-events.fixture.ts";
import { listRuns } from "../runs/runs-of-stack.ts";
import { gateway, undone } from "./undo-world.fixture.ts";

// An undo takes back what its run has changed. What other hands have changed beside that stays, and stays drift.

let world: TestDeployment;
let dies = false;
beforeEach(() => {
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        const outcome = await driver.write(change, signal);
        if (!dies) return outcome;
        dies = false;
        throw new Error("the process died");
      },
    }),
  });
});

/** Undoes a run in a process that dies at its write, and another that takes the undo up. */
async function undoneInTwo(of: RunSummary): Promise<void> {
  dies = true;
  await expect(undone(world, of)).rejects.toThrow("the process died");
  const broken = (await listRuns("dev", world))[0]?.run ?? "";
  const request = { stack: "dev", run: broken, parallel: 4 };
  for await (const event of resumeRun(request, world, AbortSignal.any([]))) if (event.event === "summary") done(event);
}

const path = "v1/projects/acme/locations/here/endpointAttachments/one";
const byHand = (labels: Readonly<Record<string, string>>) =>
  world.wire("PATCH", `${path}?updateMask=labels`, { labels });
const drift = async () =>
  (await driftStack("dev", world)).drift.map(({ path: at, old = null, new: is = null }) => [at, old, is]);
const labelled = (description: string, labels: Readonly<Record<string, string>>) =>
  declared({ one: gateway("one", { description, labels }) });

test("a field that the run has not changed is drift after its undo as before", async () => {
  await up(world, labelled("first", { team: "a" }));
  const second = await up(world, labelled("second", { team: "a" }));
  await byHand({ team: "hand" });
  expect(await drift()).toEqual([["/labels/team", "a", "hand"]]);
  await undone(world, second);
  expect(await world.wire("GET", path)).toMatchObject({ description: "first", labels: { team: "hand" } });
  expect(await drift()).toEqual([["/labels/team", "a", "hand"]]);
});

test("so is a member of a map of which the undo writes another one", async () => {
  await up(world, labelled("first", { team: "a" }));
  const second = await up(world, labelled("first", { team: "a", stage: "b" }));
  await byHand({ team: "hand", stage: "b", own: "h" });
  await undone(world, second);
  expect((await world.wire("GET", path))["labels"]).toEqual({ team: "hand", own: "h" });
  expect(await drift()).toEqual([
    ["/labels/team", "a", "hand"],
    ["/labels/own", null, "h"],
  ]);
});

test("so is what no declaration has", async () => {
  await up(world, attachments({ one: "first" }));
  const second = await up(world, attachments({ one: "second" }));
  await byHand({ team: "hand" });
  await undone(world, second);
  expect(await drift()).toEqual([["/labels/team", null, "hand"]]);
});

test("so it is where the undo changes records only, since another hand has put the field back already", async () => {
  await up(world, labelled("first", { team: "a" }));
  const second = await up(world, labelled("second", { team: "a" }));
  await byHand({ team: "hand" });
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "first" });
  await undone(world, second);
  expect(await drift()).toEqual([["/labels/team", "a", "hand"]]);
});

test("so it is where the process of the undo dies at its write, and the run is taken up", async () => {
  await up(world, labelled("first", { team: "a" }));
  const second = await up(world, labelled("second", { team: "a" }));
  await byHand({ team: "hand" });
  await undoneInTwo(second);
  expect(await drift()).toEqual([["/labels/team", "a", "hand"]]);
});

test("what an undo puts back is no drift, whoever has changed it before", async () => {
  await up(world, attachments({ one: "first" }));
  const second = await up(world, attachments({ one: "second" }));
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "hand" });
  await undone(world, second);
  expect(await drift()).toEqual([]);
});

describe("a value of another hand that the undo writes again, since its run had taken it away", () => {
  /** What the run of the undo warns of. */
  async function warnedOf(of: string) {
    const view = await planUndo("dev", of, world);
    const events = await eventsOf(world, view.digest);
    return events.flatMap((event) => ("warning" in event && event.warning !== undefined ? [event.warning.code] : []));
  }

  test("is drift as before the run, and the platform is not said to have answered otherwise", async () => {
    await up(world, labelled("first", { team: "a" }));
    await byHand({ team: "hand" });
    const correcting = await up(world, labelled("first", { team: "a" }));
    expect(await warnedOf(correcting.run)).toEqual([]);
    expect(await world.wire("GET", path)).toMatchObject({ labels: { team: "hand" } });
    expect(await drift()).toEqual([["/labels/team", "a", "hand"]]);
  });

  test("is drift as before the deletion of the whole object, without such a warning either", async () => {
    await up(world, labelled("first", { team: "a" }));
    await byHand({ team: "hand" });
    const deleting = await up(world, declared({ other: gateway("other") }));
    expect(await warnedOf(deleting.run)).toEqual([]);
    expect(await world.wire("GET", path)).toMatchObject({ labels: { team: "hand" } });
    expect(await drift()).toEqual([["/labels/team", "a", "hand"]]);
  });
});

test("the correction of drift is taken back where the process of the undo dies at its write, and stays drift", async () => {
  await up(world, labelled("first", { team: "a" }));
  await byHand({ team: "hand" });
  const correcting = await up(world, labelled("first", { team: "a" }));
  // No read shows any more what stood before that run.
  world.advance(3_600_000);
  await undoneInTwo(correcting);
  expect(await drift()).toEqual([["/labels/team", "a", "hand"]]);
});

test("what the undo has put back is told as left by our write, until another hand changes the object", async () => {
  const told = async () => (await driftStack("dev", world)).drift.map(({ path: at, detail }) => [at, detail]);
  await up(world, attachments({ one: "first" }));
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "hand" });
  expect(await told()).toEqual([["/description", undefined]]);
  await undone(world, await up(world, attachments({ one: "first" })));
  expect(await told()).toEqual([["/description", "not as recorded, and as our last write left it"]]);
  await byHand({ team: "hand" });
  expect(await told()).toEqual([
    ["/labels/team", undefined],
    ["/description", undefined],
  ]);
});
