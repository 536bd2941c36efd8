import type { Random } from "../random.ts";
import type { Operation, Scenario, StrangerAt, Want } from "../scenario.ts";
import { quiet } from "./people.ts";

/** Another hand deletes an object right before our update of it arrives, which meets nothing. */
export function withUpdatesOfNothing(scenario: Scenario, random: Random): Scenario {
  const slot = scenario.blueprints.length;
  const blueprints = [
    ...scenario.blueprints,
    {
      kind: random.pick(["attachment", "attachment", "client"]),
      leansOn: null,
      by: "reference",
      protect: random.chance(0.1),
      retain: random.chance(0.1),
      ignoresText: false,
      deletesFirst: false,
      isSecret: false,
    },
  ] as const;
  const form = { text: 0, moved: false, renamed: false };
  const alone: Want = blueprints.map((_, each) => (each === slot ? form : null));
  const ups = [0, 1].map((text): Operation => {
    return { ...quiet, actor: 0, act: { kind: "up", want: alone.with(slot, { ...form, text }) } };
  });
  const deleted: StrangerAt = { at: "write", number: 2, act: { kind: "deleted", slot, moved: false } };
  const grown = scenario.operations.map((operation): Operation => {
    const { act } = operation;
    if (act.kind !== "up" && act.kind !== "plan") return operation;
    return { ...operation, act: { ...act, want: [...act.want, random.chance(0.7) ? form : null] } };
  });
  return {
    ...scenario,
    operationMs: random.pick([0, 0, 0, scenario.operationMs]),
    blueprints,
    operations: [...ups, ...grown.slice(0, 4)],
    strangersAt: [deleted],
  };
}
