import type { Random } from "../random.ts";
import type { Operation, Request, Scenario } from "../scenario.ts";
import { quiet } from "./people.ts";

/**
 * Somebody prunes between runs, whatever became of those, and is killed at it now and then; others undo afterwards what
 * was kept.
 */
export function withPrunings(scenario: Scenario, random: Random): Scenario {
  let { operations } = scenario;
  for (let left = random.pick([1, 1, 2, 3]); left > 0; left -= 1) {
    const at = random.between(1, operations.length);
    const sequel: readonly Request[] = random.chance(0.5) ? [{ kind: "undo", back: random.pick([0, 0, 1, 2]) }] : [];
    operations = operations.toSpliced(at, 0, pruning(random), ...sequel.map(asked));
  }
  return { ...scenario, operations };
}

function pruning(random: Random): Operation {
  const kill = random.chance(0.25) ? { crashAt: random.between(1, 20) } : {};
  return { ...asked({ kind: "prune", keep: random.pick([0, 0, 1, 1, 2]) }), ...kill };
}

function asked(act: Request): Operation {
  return { ...quiet, actor: 0, act };
}
