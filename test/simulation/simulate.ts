import { loadConditionLanguage } from "../../src/clouds/google/local/condition-language.ts";
import { expressionLanguage } from "../../src/engine/expressions/expression-language.ts";
import { generate } from "./generate.ts";
import type { Violation } from "./journal-judge.ts";
import { runScenario } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { shrink } from "./shrink.ts";

/** A seed whose run broke a promise. */
export interface Failure {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** The smallest scenario found that breaks one of the same promises. */
  readonly smallest: Scenario;
}

/** More failures than anybody reads; the first few are shrunk and told, and no more are looked for. */
const maxFailures = 3;

/** Runs the scenarios of `count` seeds from `from` on, each `step`-th of them. */
export async function simulate(from: number, count: number, step = 1): Promise<readonly Failure[]> {
  await prepare();
  const failures: Failure[] = [];
  for (let seed = from; seed < from + count && failures.length < maxFailures; seed += step) {
    const scenario = generate(seed);
    const { violations } = await runScenario(scenario);
    if (violations.length > 0) failures.push({ seed, violations, smallest: await shrink(scenario, violations) });
  }
  return failures;
}

/** Loads what would otherwise be waited for inside of simulated time. */
export async function prepare(): Promise<void> {
  await expressionLanguage({}, true);
  await loadConditionLanguage();
}

/** What somebody needs to know to look into a failure. */
export function report({ seed, violations, smallest }: Failure): string {
  return [
    `seed ${seed} breaks ${violations.length === 1 ? "a promise" : `${violations.length} promises`}:`,
    ...violations.slice(0, 5).map(({ rule, detail }) => `  ${rule}: ${detail.slice(0, 500)}`),
    `see it happen:  node test/simulation/player.ts ${seed}`,
    "smallest scenario (keep it in test/simulation/regressions/ under a name that says what went wrong):",
    JSON.stringify(smallest),
  ].join("\n");
}
