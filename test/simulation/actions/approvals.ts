import type { Random } from "../random.ts";
import type { Operation, Scenario } from "../scenario.ts";
import { quiet, troubleOf } from "./people.ts";

/**
 * Runs wait for somebody's approval: their plan is made at once and carried out by another process, later or too late.
 */
export function withApprovals(scenario: Scenario, random: Random): Scenario {
  const actor = scenario.actors.length;
  const operations = scenario.operations.flatMap((operation, index): readonly Operation[] => {
    const { act } = operation;
    if (act.kind !== "up" || random.chance(0.4)) return [operation];
    const propose: Operation = { ...quiet, actor: operation.actor, act: { kind: "propose", want: act.want } };
    const trouble = random.chance(0.3) ? troubleOf(random) : {};
    const approve: Operation = { ...operation, ...trouble, actor, overlapMs: null, act: { kind: "approve" } };
    // What somebody does while it waits makes the plan stale.
    const next = random.chance(0.3) ? scenario.operations[index + 1] : undefined;
    const meanwhile: readonly Operation[] = next === undefined ? [] : [{ ...quiet, actor: next.actor, act: next.act }];
    const again = random.chance(0.15) ? [{ ...approve, ...quiet }] : [];
    return [propose, ...meanwhile, approve, ...again];
  });
  return { ...scenario, actors: [...scenario.actors, { isNeighbour: random.chance(0.7) }], operations };
}
