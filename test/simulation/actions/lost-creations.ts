import type { Random } from "../random.ts";
import type { Operation, Scenario, StrangerAt, Want } from "../scenario.ts";
import { quiet } from "./people.ts";

/**
 * Creations of attachments whose answers are lost while lists of operations are refused, and others who have just begun
 * to make the very object when ours is sent: what becomes of it nobody is told, or nobody sees yet.
 */
export function withLostCreations(scenario: Scenario, random: Random): Scenario {
  const { blueprints, operations } = scenario;
  const slots = blueprints.flatMap(({ kind }, slot) => (kind === "attachment" ? [slot] : []));
  const slot = slots[random.below(slots.length)];
  if (slot === undefined) return scenario;
  const wants = operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const form = { text: 0, moved: false, renamed: false };
  const want: Want = (wants.at(-1) ?? blueprints.map(() => null)).with(slot, form);
  const of = (act: Operation["act"]): Operation => ({ ...quiet, actor: 0, act });
  const up = of({ kind: "up", want });
  const after = random.pick([
    [up],
    [of({ kind: "plan", want }), up],
    [of({ kind: "destroy" })],
    [of({ kind: "refresh" })],
    [up, up],
  ]);
  // Nothing else is lost: what a creation meets that was sent twice may be ours.
  const calm = {
    ...scenario,
    networkFaults: [],
    storeFaults: [],
    strangersAt: [],
    listFaults: [],
    operationMs: random.pick([2_500, 12_000, 40_000]),
  };
  if (random.chance(0.5)) {
    const number = random.between(1, 3);
    const copier: StrangerAt = { at: "write", number, act: { kind: "created", slot, moved: false }, copies: true };
    return { ...calm, strangersAt: [copier], operations: [up, ...after] };
  }
  const listFaults = [
    {
      question: random.pick([1, 1, 2]),
      times: random.pick([1, 3, 5, 6, 12]),
      status: random.pick([400, 401, 403, 503] as const),
    },
  ];
  const lost: Operation = { ...up, breaksAt: { at: "write", number: random.between(1, 3), how: "unanswered" } };
  return { ...calm, listFaults, operations: [lost, ...after] };
}
