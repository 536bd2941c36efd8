import { isRead } from "../declared/slots.ts";
import type { Random } from "../random.ts";
import type { Operation, Scenario, Want } from "../scenario.ts";
import { quiet } from "./people.ts";

/**
 * Somebody else deletes an object long after it was written, and the run or the refresh that sees it gone does not make
 * it again: the outputs of the stack are not to name it any more.
 */
export function withGoneSince(scenario: Scenario, random: Random): Scenario {
  const { blueprints, operations } = scenario;
  const slots = blueprints.flatMap(({ kind }, slot) => (isRead(kind) ? [] : [slot]));
  const slot = slots[random.below(slots.length)];
  if (slot === undefined) return scenario;
  const form = { text: 0, moved: false, renamed: false };
  const wants = operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const want: Want = (wants.at(-1) ?? blueprints.map(() => null)).with(slot, form);
  const of = (act: Operation["act"]): Operation => ({ ...quiet, actor: 0, act });
  const up = of({ kind: "up", want });
  const series = [
    up,
    of({ kind: "clock-set", byMs: 600_000 }),
    of({ kind: "deleted", slot, moved: false }),
    random.pick([
      { ...up, breaksAt: { at: "write", number: 1, how: "refused" } } as const,
      { ...up, cancelMs: random.pick([10, 30, 60, 120]) },
      { ...of({ kind: "destroy" }), cancelMs: random.pick([10, 30, 60, 120]) },
      of({ kind: "refresh" }),
    ]),
  ];
  return { ...scenario, hasOutputs: true, operations: [...operations.slice(0, random.below(2)), ...series] };
}
