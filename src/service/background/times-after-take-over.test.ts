import { beforeEach, describe, expect, test } from "vitest";
import type { RunEvent } from "../../contract/documents/runs/run-events.ts";
import { localOwner } from "../access/local-owner.ts";
import { attachments, plan } from "../use-cases/deployment.fixture.ts";
import { listRunSteps } from "../use-cases/runs/list-run-steps.ts";
import { runPlan } from "../use-cases/runs/run-events.fixture.ts";
import { Gate, ServiceWorld } from "./background.fixture.ts";
import { brokenRun } from "./broken-run.fixture.ts";
import { Mortal } from "./mortal.fixture.ts";

let world: ServiceWorld;
beforeEach(() => {
  world = new ServiceWorld();
});

const ms = (one: string | undefined, other: string | undefined) => Date.parse(other ?? "") - Date.parse(one ?? "");

const ofStep = (events: readonly RunEvent[], name: string, phase: string) =>
  events.filter((event) => event.event === "step" && event.name === name && event.phase === phase);

/**
 * A run that process 1 began, and that it was killed in at its second call, which had arrived: 30 s later process 2 has
 * ended it.
 */
async function takenOver() {
  const gate = new Gate();
  const mortal = new Mortal(world.deployment(1));
  const first = world.dispatcher(1, { deployment: gate.around(mortal.deployment) });
  first.serve();
  const digest = await plan(world.deployment(1), attachments({ a: "one", b: "two" }));
  const { run } = await world.settled(first.start({ stack: "dev", plan: digest, parallel: 1 }, localOwner.caller));
  await world.until(() => gate.arrived.length === 1);
  await world.pass(1_000);
  mortal.isStopped = true;
  await world.pass(30_000);
  const second = world.dispatcher(2);
  second.serve();
  const numbered = await world.eventsOf(second, run);
  return { run, second, events: numbered.map(({ event }) => event) };
}

describe("a run that another process goes on with", () => {
  test("says so, and keeps the start of the run and of the step that was under way", async () => {
    const { events, run, second } = await takenOver();
    const [begun] = events;
    expect(begun).toMatchObject({ event: "started", at: expect.any(String) });
    const [told, ...others] = events.filter(({ event }) => event === "taken-over");
    expect(others).toEqual([]);
    expect(told).toMatchObject({ run, attempt: 2 });
    expect(ms(begun?.at, told?.at)).toBeGreaterThan(30_000);
    const [started] = ofStep(events, "a", "started");
    const [done] = ofStep(events, "a", "done");
    expect(started).toMatchObject({ step: "a", attempt: 1 });
    expect(done).toMatchObject({ step: "a", durationMs: ms(started?.at, done?.at) });
    expect(ms(started?.at, done?.at)).toBeGreaterThan(30_000);
    const summary = events.at(-1);
    const { startedAt, endedAt, stepCounts } = await second.show("dev", run);
    expect(summary).toMatchObject({ event: "summary", status: "done", durationMs: ms(startedAt ?? "", summary?.at) });
    expect(ms(summary?.at, endedAt ?? "")).toBeLessThan(100);
    const { items } = await listRunSteps("dev", run, { after: null, limit: 100 }, world.deployment(2));
    expect(items.map(({ step, needs }) => [step, needs])).toContainEqual(["a", []]);
    expect(stepCounts).toEqual({ done: items.length, failed: 0, open: 0 });
  });

  test("tries the step that was under way once more", async () => {
    const { events } = await takenOver();
    const attempts = ofStep(events, "a", "started").map((event) => (event.event === "step" ? event.attempt : null));
    expect(attempts).toEqual([1, 2]);
    expect(ofStep(events, "a", "done")).toMatchObject([{ attempt: 2 }]);
    expect(ofStep(events, "b", "started")).toMatchObject([{ attempt: 1 }]);
  });
});

describe("a run that only its journal knows", () => {
  test("tells when its writes began and ended, as whoever carried it out did", async () => {
    const deployment = world.deployment(1);
    const digest = await plan(deployment, attachments({ a: "one", b: "two" }));
    const request = { stack: "dev", plan: digest, parallel: 1, run: "r-1" };
    const live = await world.settled(Array.fromAsync(runPlan(request, deployment, new AbortController().signal)));
    const known = await world.eventsOf(world.dispatcher(2), "r-1");
    expect(known.map(({ id }) => id)).toEqual(known.map((_, index) => index + 1));
    expect(known.map(({ event }) => event)).toEqual(live);
    expect(await world.eventsOf(world.dispatcher(2), "r-1", 3)).toEqual(known.slice(3));
  });

  test("tells what had begun, and no end, where its process is gone", async () => {
    await brokenRun(world, "r-1");
    const events = (await world.eventsOf(world.dispatcher(2), "r-1")).map(({ event }) => event);
    expect(events).toMatchObject([
      { event: "started", run: "r-1", steps: 1 },
      { event: "step", phase: "started", name: "a", step: "a", attempt: 1, at: expect.any(String) },
    ]);
  });
});
