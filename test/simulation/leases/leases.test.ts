import { expect, test } from "vitest";
import { leaseSchedule } from "./lease-schedule.ts";
import { playLeases } from "./lease-world.ts";

/** How many schedules are played, from the first seed on. */
const runs = Number(process.env["PLUMB_SIMULATION_LEASES"] ?? 1_000);
const first = Number(process.env["PLUMB_SIMULATION_SEED"] ?? 1);

test(`a holder that beats is never replaced, in ${runs} schedules with wrong clocks`, {
  timeout: 3_600_000,
}, async () => {
  const begun = performance.now();
  const bad: string[] = [];
  for (let seed = first; seed < first + runs && bad.length < 3; seed += 1) {
    const violations = await playLeases(leaseSchedule(seed));
    if (violations.length > 0) bad.push(`seed ${seed}: ${violations.map(({ rule, detail }) => `${rule}: ${detail}`)}`);
  }
  const rate = runs / ((performance.now() - begun) / 1_000);
  process.stdout.write(`simulation: ${runs} schedules of leases, ${rate.toFixed(0)} a second\n`);
  expect(bad).toEqual([]);
});
