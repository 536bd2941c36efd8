import { describe, expect, test } from "vitest";
import { EncounterCount, type Encounters } from "./encounters.ts";
import { playFresh } from "./fresh-seeds.ts";
import { generate } from "./generate.ts";
import { simulateInParallel } from "./player.ts";
import { readOpen } from "./regressions.ts";
import { runScenario } from "./run-scenario.ts";
import { type Failure, prepare, report } from "./simulate.ts";

/** How many scenarios are played. */
const runs = Number(process.env["PLUMB_SIMULATION_RUNS"] ?? 300);
/** How many of them over the store in a file, where one takes as long as ten in the memory. */
const fileRuns = Math.round(runs / 200);
/** Of a thousand runs so many have more of what people do, and calls that outlive their process. */
const wideOfThousand = 84;
/** How many of all have. */
const wideRuns = Math.max(wideOfThousand, Math.round(runs / 12));
/** How many are played near those that broke a promise once, beside them. */
const nearRuns = Math.ceil(runs / 4);
/** How many are of several stacks that declare the same objects, beside them. */
const stacksRuns = Math.ceil(runs / 12);
/** How many are of workers to whom runs are delivered late, again and out of order, beside them. */
const workersRuns = Math.ceil(runs / 50);
/** The first seed; another one looks where nobody has looked yet. */
const first = Number(process.env["PLUMB_SIMULATION_SEED"] ?? 1);
/** How many are played where nobody has looked yet. They find faults, and are no gate. */
const freshRuns = Number(process.env["PLUMB_SIMULATION_FRESH"] ?? 0);

/** Seeds that break a promise for a cause that is known and open. */
const open: ReadonlySet<number> = new Set(readOpen().map(({ scenario }) => scenario.seed));

/** What the runs have come to, and those of each thousand that have more of what people do. */
const met = new EncounterCount();
const metByThousands: Encounters[] = [];

describe("the whole engine under simulated time, with everything failing around it", () => {
  test.each([
    ["anywhere", runs - 10 * fileRuns - wideRuns],
    ["wide", wideRuns],
    ["file", fileRuns],
    ["near", nearRuns],
    ["stacks", stacksRuns],
    ["workers", workersRuns],
  ] as const)(
    `keeps its promises %s in %i runs from seed ${first} on`,
    { timeout: 3_600_000 },
    async (source, count) => {
      const begun = performance.now();
      const failures: Failure[] = [];
      const portion = source === "wide" ? wideOfThousand : count;
      for (let from = first; from < first + count; from += portion) {
        const played = await simulateInParallel(source, from, Math.min(portion, first + count - from));
        failures.push(...played.failures.filter(({ seed }) => source !== "anywhere" || !open.has(seed)));
        met.add(played.met);
        if (source === "wide" && from + portion <= first + count) metByThousands.push(played.met);
      }
      const rate = count / ((performance.now() - begun) / 1_000);
      process.stdout.write(`simulation: ${count} runs ${source}, ${rate.toFixed(0)} a second\n`);
      expect(failures.map(report).join("\n\n")).toBe("");
    },
  );

  test("comes to an update of what is not there in each 1 000 runs", () => {
    expect(metByThousands.length).toBeGreaterThan(0);
    for (const each of metByThousands) expect(each.get("update of nothing")).toBeGreaterThan(0);
  });

  test.each([
    "resume",
    "cancel-run",
    "approve",
    "advance",
    "import-state",
    "import-all",
    "outlived call",
    "outlived call, seen past",
  ] as const)("comes to %s that has an effect, once in 2 000 runs at least", (encounter) => {
    expect(met.all.get(encounter)).toBeGreaterThanOrEqual(Math.max(1, Math.floor(runs / 2_000)));
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
