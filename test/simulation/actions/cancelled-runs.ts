import { isRead } from "../declared/slots.ts";
import type { Random } from "../random.ts";
import type { Breaking, Operation, Scenario, Want } from "../scenario.ts";
import { quiet } from "./people.ts";

/**
 * Somebody whose run was interrupted cancels it, gives a resource another name, and goes on: with the declaration that
 * has the new name, with the former one, or with an undo.
 */
export function withCancelledRuns(scenario: Scenario, random: Random): Scenario {
  const { blueprints, operations } = scenario;
  const slots = blueprints.flatMap(({ kind }, slot) => (isRead(kind) ? [] : [slot]));
  const slot = slots[random.below(slots.length)];
  if (slot === undefined) return scenario;
  const wants = operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const form = { text: 0, moved: false, renamed: false };
  const before: Want = (wants.at(-1) ?? blueprints.map(() => null)).with(slot, form);
  const edited = before.with(slot, random.pick([null, { ...form, text: 1 }, { ...form, moved: true }]));
  const of = (act: Operation["act"]): Operation => ({ ...quiet, actor: 0, act });
  const number = random.pick([1, 1, 2, 3]);
  const breaksAt: Breaking = { at: "write", number, how: "dies" };
  const isFirst = random.chance(0.3);
  const interrupted = of({ kind: "up", want: isFirst ? before : edited });
  const series = [
    ...(isFirst ? [] : [of({ kind: "up", want: before })]),
    random.chance(0.5) ? { ...interrupted, breaksAt } : { ...interrupted, crashAt: random.between(4, 60) },
    of({ kind: "cancel-run" }),
    ...(random.chance(0.8) ? [of({ kind: "rename", slot })] : []),
    random.pick([
      of({ kind: "up", want: before.with(slot, { ...form, renamed: true }) }),
      of({ kind: "up", want: edited }),
      of({ kind: "undo" }),
    ]),
  ];
  return { ...scenario, operations: [...operations.slice(0, random.below(3)), ...series] };
}
