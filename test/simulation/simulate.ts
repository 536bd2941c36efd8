import { loadConditionLanguage } from "../../packages/local-cloud/google/iam/condition-language.ts";
import { expressionLanguage } from "../../src/engine/expressions/expression-language.ts";
import { generateInFile, generateInPostgres } from "./databases.ts";
import { EncounterCount, type Encounters } from "./encounters.ts";
import { generate } from "./generate.ts";
import type { Violation } from "./judges/journal-judge.ts";
import { neighbourOf } from "./neighbour.ts";
import { Random } from "./random.ts";
import { type Regression, readRegressions } from "./regressions.ts";
import { runScenario } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { shrink } from "./shrink.ts";
import { generateStacks } from "./stacks/generate-stacks.ts";
import { generateWide } from "./wide.ts";
import { generateWorkers } from "./workers.ts";

/**
 * Where scenarios come from: anywhere, with more of what people do (`wide.ts`), from near one that broke a promise
 * once, anywhere over a store in a file or in PostgreSQL, of several stacks that declare the same objects,
 * or with workers to whom runs are delivered late, again and out of order.
 */
export const sources = ["anywhere", "wide", "near", "file", "postgres", "stacks", "workers"] as const;

export type Source = (typeof sources)[number];

/** Seeds whose scenarios are to be run: `count` from `from` on, each `step`-th of them. */
export interface Share {
  readonly source: Source;
  readonly from: number;
  readonly count: number;
  readonly step: number;
}

/** A seed whose run broke a promise. */
export interface Failure {
  readonly source: Source;
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** The smallest scenario found that breaks one of the same promises. */
  readonly smallest: Scenario;
}

/** What came of a share of seeds. */
export interface Played {
  readonly failures: readonly Failure[];
  readonly met: Encounters;
}

/** More failures than anybody reads; the first few are shrunk and told, and no more are looked for. */
const maxFailures = 3;

export async function simulate({ source, from, count, step }: Share): Promise<Played> {
  await prepare();
  const scenarioOf = scenariosFrom(source);
  const failures: Failure[] = [];
  const met = new EncounterCount();
  for (let seed = from; seed < from + count && failures.length < maxFailures; seed += step) {
    const scenario = scenarioOf(seed);
    const { violations, met: now } = await runScenario(scenario);
    met.add(now);
    if (violations.length > 0)
      failures.push({ source, seed, violations, smallest: await shrink(scenario, violations) });
  }
  return { failures, met: met.all };
}

/** The scenario of each seed. */
export function scenariosFrom(source: Source): (seed: number) => Scenario {
  if (source === "anywhere") return generate;
  if (source === "file") return generateInFile;
  if (source === "postgres") return generateInPostgres;
  if (source === "wide") return generateWide;
  if (source === "stacks") return generateStacks;
  if (source === "workers") return generateWorkers;
  // What several stacks do are requests of their own, which the changes to a neighbour do not know.
  const regressions = readRegressions().filter(({ scenario }) => scenario.stacks === undefined);
  return (seed) => neighbourOf(nearest(regressions, seed).scenario, seed);
}

/** The regression that a seed is dealt to; one more regression takes its share of the seeds and moves no others. */
function nearest(regressions: readonly Regression[], seed: number): Regression {
  const drawn = regressions.map((regression) => ({ regression, lot: new Random(seed, regression.name).next() }));
  return drawn.reduce((best, each) => (each.lot > best.lot ? each : best)).regression;
}

/** Loads what would otherwise be waited for inside of simulated time. */
export async function prepare(): Promise<void> {
  await expressionLanguage({}, true);
  await loadConditionLanguage();
}

/** What somebody needs to know to look into a failure. */
export function report({ source, seed, violations, smallest }: Failure): string {
  return [
    `seed ${seed} (${source}) breaks ${violations.length === 1 ? "a promise" : `${violations.length} promises`}:`,
    ...violations.slice(0, 5).map(({ rule, detail }) => `  ${rule}: ${detail.slice(0, 500)}`),
    `see it happen:  node test/simulation/player.ts ${source} ${seed}`,
    "smallest scenario (keep it in test/simulation/regressions/ under a name that says what went wrong):",
    JSON.stringify(smallest),
  ].join("\n");
}
