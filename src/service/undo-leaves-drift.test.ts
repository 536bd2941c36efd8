import { beforeEach, expect, test } from "vitest";
import { attachments, declared, done, type TestDeployment, testDeployment, up } from "./deployment.fixture.ts";
import { driftStack } from "./drift.ts";
import { resumeRun } from "./run-plans.ts";
import { listRuns } from "./runs.ts";
import { gateway, undone } from "./undo-world.fixture.ts";

// An undo takes back what its run has changed. What other hands have changed beside that stays, and stays drift.

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

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
  let dies = false;
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
  await up(world, labelled("first", { team: "a" }));
  const second = await up(world, labelled("second", { team: "a" }));
  await byHand({ team: "hand" });
  dies = true;
  await expect(undone(world, second)).rejects.toThrow("the process died");
  const broken = (await listRuns("dev", world))[0]?.run ?? "";
  const request = { stack: "dev", run: broken, parallel: 4 };
  for await (const event of resumeRun(request, world, AbortSignal.any([]))) if (event.event === "summary") done(event);
  expect(await drift()).toEqual([["/labels/team", "a", "hand"]]);
});

test("what an undo puts back is no drift, whoever has changed it before", async () => {
  await up(world, attachments({ one: "first" }));
  const second = await up(world, attachments({ one: "second" }));
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "hand" });
  await undone(world, second);
  expect(await drift()).toEqual([]);
});
