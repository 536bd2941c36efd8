import { expect, test } from "vitest";
import type { Clock } from "../../../../packages/base/clock.ts";
import type { Driver } from "../../../engine/ports/driver.ts";
import { paced } from "../../../providers/pacing/paced.ts";
import { attachments, declared, plan, testDeployment } from "../deployment.fixture.ts";
import { runPlan } from "./run-events.fixture.ts";

const count = 40;
const declaration = attachments(
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`gate-${index}`, "x"])),
);
const clock = { now: () => 0, sleep: async () => {} };

/** The summary of a run of so many steps at once. */
async function ended(parallel: number, around: (driver: Driver) => Driver) {
  const deployment = testDeployment({ around: (driver) => paced(around(driver), { clock, random: () => 0 }) });
  const request = { stack: "dev", plan: await plan(deployment, declaration), parallel };
  const events = await Array.fromAsync(runPlan(request, deployment, new AbortController().signal));
  return events.at(-1);
}

/** Writes that are answered only once so many of them are under way; none of them comes to an end before. */
function together(count: number) {
  let waiting: (() => void)[] = [];
  let underWay = 0;
  const seen: number[] = [];
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) => {
      underWay += 1;
      seen.push(underWay);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length < count) return;
        for (const each of waiting) each();
        waiting = [];
      });
      const outcome = await driver.write(change, signal);
      underWay -= 1;
      return outcome;
    },
  });
  return { seen, around };
}

test.each([1, 5, 40])("--parallel %i: so many calls are under way at once, and no more", async (parallel) => {
  const { seen, around } = together(parallel);
  expect(await ended(parallel, around)).toMatchObject({ event: "summary", status: "done", create: count });
  expect(Math.max(...seen)).toBe(parallel);
});

test("a vendor that refuses two of three calls as too many gets all of them in the end", async () => {
  let calls = 0;
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async (change, signal) => {
      calls += 1;
      if (calls % 3 !== 0) return { kind: "throttled", detail: "too many requests", retryAfterMs: 1_000 };
      return driver.write(change, signal);
    },
  });
  expect(await ended(2, around)).toMatchObject({ event: "summary", status: "done", create: count });
  expect(calls).toBe(3 * count);
});

test("a step that is given up while its vendor is waited for sends nothing afterwards, and holds up no other", async () => {
  let calls = 0;
  const around = (driver: Driver): Driver => ({
    ...driver,
    write: async () => {
      calls += 1;
      // Its time is up while it waits.
      setImmediate(() => void deployment.clock.sleep(61_000));
      return { kind: "throttled", detail: "too many requests", retryAfterMs: 300_000 };
    },
  });
  const own: Clock = {
    now: () => deployment.clock.now(),
    sleep: (ms, signal) => deployment.clock.sleep(ms, signal),
  };
  const deployment = testDeployment({ around: (driver) => paced(around(driver), { clock: own, random: () => 0 }) });
  const hurried = (id: string) => ({
    type: "connectors:EndpointAttachment",
    properties: { endpointAttachmentId: id, serviceAttachment: "projects/p/regions/r/serviceAttachments/s" },
    options: { customTimeouts: { create: "60s" } },
  });
  const digest = await plan(deployment, declared({ one: hurried("gate-one"), two: hurried("gate-two") }));
  const request = { stack: "dev", plan: digest, parallel: 1 };
  const events = await Array.fromAsync(runPlan(request, deployment, new AbortController().signal));
  expect(events.at(-1)).toMatchObject({ status: "failed", problems: [{ code: "timed-out" }, { code: "timed-out" }] });
  await deployment.clock.sleep(600_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toBe(2);
});

test("a vendor that throttles for good is waited for as long as a step may wait, and not once more for each step", async () => {
  const slept: number[] = [];
  const now = () => 0;
  const sleep = async (ms: number) => void slept.push(ms);
  const throttling = (driver: Driver): Driver =>
    paced(
      { ...driver, write: async () => ({ kind: "throttled", detail: "too many requests", retryAfterMs: null }) },
      { clock: { now, sleep }, random: () => 0.5 },
    );
  const deployment = testDeployment({ around: throttling });
  const request = { stack: "dev", plan: await plan(deployment, declaration), parallel: 5 };
  const events = await Array.fromAsync(runPlan(request, deployment, new AbortController().signal));
  expect(events.at(-1)).toMatchObject({ event: "summary", status: "failed", failed: count });
  // Those that stood aside together have each waited: at most twice as many as run at once.
  expect(slept.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(10 * 600_000);
});
