import { expect, test } from "vitest";
import { attachments, eventsOf, plan, testDeployment, up } from "../deployment.fixture.ts";
import { undone } from "../undo/undo-world.fixture.ts";
import { endedSteps } from "./journal-events.ts";
import { listRunSteps } from "./list-run-steps.ts";
import { listRuns } from "./runs-of-stack.ts";

// Another hand gives an object the wanted values between the plan and its run: no call is made.

const path = "v1/projects/acme/locations/here/endpointAttachments/a";

async function setByAnother() {
  const world = testDeployment();
  await up(world, attachments({ a: "one" }));
  const digest = await plan(world, attachments({ a: "two" }));
  await world.wire("PATCH", `${path}?updateMask=description`, { description: "two" });
  const sent = (await world.writes()).length;
  const events = await eventsOf(world, digest);
  const last = events.at(-1);
  const run = last?.event === "summary" ? last.run : "";
  return { world, events, run, ownWrites: (await world.writes()).length - sent };
}

test("a step that made no call, since its object was as wanted already, is told so and counts as no change", async () => {
  const { events, ownWrites } = await setByAnother();
  expect(ownWrites).toBe(0);
  expect(events).toContainEqual(expect.objectContaining({ phase: "done", name: "a", wasAsWanted: true }));
  expect(events.at(-1)).toMatchObject({ event: "summary", status: "done", update: 0 });
});

test("the lists of runs and of their steps tell the same", async () => {
  const { world, run } = await setByAnother();
  expect((await listRuns("dev", world))[0]).toMatchObject({ run, changes: 0 });
  const { items } = await listRunSteps("dev", run, { after: null, limit: 10 }, world);
  expect(items).toMatchObject([{ name: "a", operation: null, outcome: "done", detail: "it was as wanted already" }]);
  const ended = (await endedSteps("dev", run, world)).map((event) => event.kind === "done" && event.wasAsWanted);
  expect(ended).toEqual([true]);
});

test("its undo takes back nothing of the other hand's", async () => {
  const { world, run } = await setByAnother();
  const { summary } = await undone(world, { run });
  expect(summary).toMatchObject({ update: 0 });
  expect((await world.wire("GET", path))["description"]).toBe("two");
});
