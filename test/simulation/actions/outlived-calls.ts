import type { Random } from "../random.ts";
import type { Operation, Scenario } from "../scenario.ts";
import { quiet } from "./people.ts";

/**
 * Processes die while a write of theirs is under way, which arrives any time later: before or after others have looked.
 */
export function withOutlivedCalls(scenario: Scenario, random: Random): Scenario {
  const { operations } = scenario;
  const at = random.below(operations.length);
  const outlived = operations.map((operation, index): Operation => {
    if (index !== at && random.chance(0.7)) return operation;
    const underWayMs = random.pick([15, 60, 200, 1_000, 5_000, 40_000, 200_000, 700_000]);
    const breaksAt = { at: "write", number: random.between(1, 4), how: "outlived", underWayMs } as const;
    return { ...operation, crashAt: null, breaksAt };
  });
  const again = outlived[at];
  if (again === undefined || random.chance(0.3)) return { ...scenario, operations: outlived };
  const { breaksAt: _, ...whole } = again;
  // They go on at once, or when the call has long arrived.
  const next = { ...whole, ...quiet, overlapMs: random.pick([null, 20, 100, 1_000, 35_000]) };
  return { ...scenario, operations: outlived.toSpliced(at + 1, 1, next) };
}
