import { describe, expect, test } from "vitest";
import { playFresh } from "./fresh-seeds.ts";
import { generate } from "./generate.ts";
import { simulateInParallel } from "./player.ts";
import { readOpen } from "./regressions.ts";
import { runScenario } from "./run-scenario.ts";
import { prepare, report } from "./simulate.ts";

/** How many scenarios are played. */
const runs = Number(process.env["PLUMB_SIMULATION_RUNS"] ?? 300);
/** How many of them over the store in a file, where one takes as long as ten in the memory. */
const fileRuns = Math.round(runs / 200);
/** How many of them have more of what people do, and calls that outlive their process. */
const wideRuns = Math.round(runs / 12);
/** How many are played near those that broke a promise once, beside them. */
const nearRuns = Math.ceil(runs / 4);
/** How many are of several stacks that declare the same objects, beside them. */
const stacksRuns = Math.ceil(runs / 12);
/** The first seed; another one looks where nobody has looked yet. */
const first = Number(process.env["PLUMB_SIMULATION_SEED"] ?? 1);
/** How many are played where nobody has looked yet. They find faults, and are no gate. */
const freshRuns = Number(process.env["PLUMB_SIMULATION_FRESH"] ?? 0);

/** Seeds that break a promise for a cause that is known and open. */
const open: ReadonlySet<number> = new Set(readOpen().map(({ scenario }) => scenario.seed));

/** How many updates the runs have sent to what was not there. */
let met = 0;

describe("the whole engine under simulated time, with everything failing around it", () => {
  test.each([
    ["anywhere", runs - 10 * fileRuns - wideRuns],
    ["wide", wideRuns],
    ["file", fileRuns],
    ["near", nearRuns],
    ["stacks", stacksRuns],
  ] as const)(
    `keeps its promises %s in %i runs from seed ${first} on`,
    { timeout: 3_600_000 },
    async (source, count) => {
      const begun = performance.now();
      const { failures: all, updatesNotFound } = await simulateInParallel(source, first, count);
      met += updatesNotFound;
      const failures = all.filter(({ seed }) => source !== "anywhere" || !open.has(seed));
      const rate = count / ((performance.now() - begun) / 1_000);
      process.stdout.write(`simulation: ${count} runs ${source}, ${rate.toFixed(0)} a second\n`);
      expect(failures.map(report).join("\n\n")).toBe("");
    },
  );

  test("comes to an update of what is not there at least once in 1 000 runs", () => {
    expect(met).toBeGreaterThanOrEqual(Math.ceil(runs / 1_000));
  });

  test.runIf(freshRuns > 0)(
    `tells which of ${freshRuns} fresh seeds break a promise, and does not fail by them`,
    { timeout: 3_600_000 },
    async () => {
      const play = async (from: number, count: number) => {
        const wide = Math.round(count / 10);
        const shares = [
          await simulateInParallel("anywhere", from, count - wide),
          await simulateInParallel("wide", from, wide),
        ];
        return shares.flatMap(({ failures }) => failures);
      };
      await playFresh(freshRuns, play, (text) => void process.stdout.write(text));
    },
  );

  test("replays a seed byte for byte", { timeout: 60_000 }, async () => {
    await prepare();
    for (const seed of [2, 35, 121]) {
      const [one, other] = [await runScenario(generate(seed), true), await runScenario(generate(seed), true)];
      expect(other.lines).toEqual(one.lines);
      expect(other.digest).toBe(one.digest);
      expect(one.lines.length).toBeGreaterThan(20);
    }
  });
});
