import { describe, expect, test } from "vitest";
import type { SteadyClock } from "../../../../packages/base/clock.ts";
import type { Step } from "../../plan/plan.ts";
import { StepFailed } from "../step-failed.ts";
import { Deadline } from "./deadline.ts";

/** A clock that goes on by each sleep; sleeps under a signal ring when the test says so. */
function handClock() {
  let now = 0;
  const alarms: { readonly ring: () => void; readonly signal: AbortSignal }[] = [];
  const clock: SteadyClock = {
    now: () => now,
    elapsed: () => now,
    sleep: (milliseconds, signal) => {
      if (signal === undefined) {
        now += milliseconds;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        alarms.push({ ring: resolve, signal });
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    },
  };
  return { clock, alarms };
}

const step = (timeoutMs?: number) =>
  ({ kind: "write", address: "gate", ...(timeoutMs === undefined ? {} : { timeoutMs }) }) as Step;
const timedOut = expect.objectContaining({ problem: expect.objectContaining({ code: "timed-out", address: "gate" }) });

describe("with a bound", () => {
  test("sleeps end at the deadline", async () => {
    const { clock } = handClock();
    const deadline = new Deadline(step(1000), clock);
    await deadline.sleep(600);
    await expect(deadline.sleep(600)).rejects.toEqual(timedOut);
    expect(clock.now()).toBe(1000);
    await expect(deadline.sleep(1)).rejects.toEqual(timedOut);
  });

  test("work that ends in time gives its value, and its alarm is called off", async () => {
    const { clock, alarms } = handClock();
    const deadline = new Deadline(step(1000), clock);
    expect(await deadline.bound(async () => "done")).toBe("done");
    expect(alarms.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  test("work that does not end is given up", async () => {
    const { clock, alarms } = handClock();
    const deadline = new Deadline(step(1000), clock);
    const bound = deadline.bound(() => new Promise<never>(() => {}));
    alarms[0]?.ring();
    await expect(bound).rejects.toEqual(timedOut);
    await expect(bound).rejects.toBeInstanceOf(StepFailed);
  });

  test("work that fails, fails", async () => {
    const { clock } = handClock();
    const deadline = new Deadline(step(1000), clock);
    await expect(deadline.bound(() => Promise.reject(new TypeError("gone")))).rejects.toThrow("gone");
  });

  test("nothing is begun after the deadline", async () => {
    const { clock } = handClock();
    const deadline = new Deadline(step(1000), clock);
    await clock.sleep(1000);
    let begun = false;
    const work = async () => {
      begun = true;
    };
    await expect(deadline.bound(work)).rejects.toEqual(timedOut);
    expect(begun).toBe(false);
  });
});

test("without a bound nothing is given up", async () => {
  const { clock, alarms } = handClock();
  const deadline = new Deadline(step(), clock);
  await deadline.sleep(10_000_000);
  expect(await deadline.bound(async () => 1)).toBe(1);
  expect(clock.now()).toBe(10_000_000);
  expect(alarms).toEqual([]);
});
