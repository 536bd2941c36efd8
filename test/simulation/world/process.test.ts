import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { SimulatedProcess } from "./process.ts";
import { VirtualTime } from "./virtual-time.ts";

function sleeper() {
  const time = new VirtualTime(0);
  const process = new SimulatedProcess(1, time, () => time.now);
  const { signal } = new AbortController();
  return { time, process, signal, listeners: () => getEventListeners(signal, "abort").length };
}

test("who has slept listens to its signal no longer", async () => {
  const { time, process, signal, listeners } = sleeper();
  const slept = process.clock.sleep(50, signal);
  expect(listeners()).toBe(1);
  await time.pass();
  await slept;
  expect([time.now, listeners()]).toEqual([50, 0]);
});

test("nor does who dies asleep, so that a world that has ended is held by nothing", async () => {
  const { time, process, signal, listeners } = sleeper();
  let woke = false;
  process.clock.sleep(50, signal).then(() => {
    woke = true;
  });
  process.kill();
  expect(listeners()).toBe(0);
  await time.pass();
  expect(woke).toBe(false);
});
