import { beforeEach, expect, test } from "vitest";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { attachments, eventsOf, plan, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { stepsOf } from "../runs/run-steps.ts";

// What was gone before a removal came is told as such: the run has not deleted it.

let world: TestDeployment;
beforeEach(async () => {
  world = testDeployment();
  await up(world, attachments({ a: "one", b: "two" }));
});

const path = "v1/projects/acme/locations/here/endpointAttachments/a";

test("an object that is gone by hand was not there, and is in no count of what was deleted", async () => {
  await world.wire("DELETE", path);
  const events = await eventsOf(world, await plan(world, attachments({ b: "two" })));
  const step = { event: "step", phase: "done", name: "a", action: "delete", wasAbsent: true };
  expect(events).toContainEqual(expect.objectContaining(step));
  expect(events.at(-1)).toMatchObject({ event: "summary", status: "done", delete: 0 });
});

test("an object that the run has deleted was there", async () => {
  const events = await eventsOf(world, await plan(world, attachments({ b: "two" })));
  expect(events.filter((event) => "wasAbsent" in event)).toEqual([]);
  expect(events.at(-1)).toMatchObject({ delete: 1 });
});

test("a deletion that is sent again is one line of its run", async () => {
  const { run } = await up(world, attachments({ a: "one" }));
  const journal = await world.store.readRun("dev", run);
  const again = journal.flatMap((entry): readonly JournalEntry[] => {
    if (entry.kind !== "intent") return entry.kind === "result" ? [{ ...entry, intentSeq: 99 }] : [entry];
    const { step, seq } = entry;
    const failed = {
      kind: "result",
      run,
      step,
      intentSeq: seq,
      outcome: "failed",
      detail: "not found",
      effects: [],
    } as const;
    return [entry, failed, { ...entry, seq: 99, attempt: 2 }];
  });
  expect(stepsOf(again)).toMatchObject([{ name: "b", operation: "delete", outcome: "done" }]);
});
