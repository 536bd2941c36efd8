import { beforeEach, expect, test } from "vitest";
import { steadyTime } from "./steady-time.ts";

const times = { running: 0, wall: 0, sinceStart: 0 };
let elapsed: () => number;
beforeEach(() => {
  Object.assign(times, { running: 50, wall: 1_700_000_000_000, sinceStart: 9_000_000 });
  elapsed = steadyTime({
    running: () => times.running,
    wall: () => times.wall,
    sinceStart: () => times.sinceStart,
  });
});

function pass(ms: number): void {
  times.running += ms;
  times.wall += ms;
  times.sinceStart += ms;
}

test("goes on with the process, whatever the clock is set to", () => {
  const begun = elapsed();
  pass(3_000);
  for (const byMs of [3_600_000, -7_200_000, 86_400_000, 900]) {
    times.wall += byMs;
    expect(elapsed() - begun).toBe(3_000);
  }
  pass(10);
  expect(elapsed() - begun).toBe(3_010);
});

test("counts what the machine has slept, each time, and never goes back", () => {
  const begun = elapsed();
  for (const total of [60_000, 120_000]) {
    times.wall += 60_000;
    times.sinceStart += 60_000;
    expect(elapsed() - begun).toBe(total);
  }
  // Set forward, by a machine that tells the time since its start in whole seconds.
  times.wall += 60_000;
  times.sinceStart -= 700;
  expect(elapsed() - begun).toBe(120_000);
});

test("tells the time of this machine", () => {
  const here = steadyTime();
  const first = here();
  expect(here()).toBeGreaterThanOrEqual(first);
});
