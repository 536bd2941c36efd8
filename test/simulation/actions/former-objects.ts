import type { Random } from "../random.ts";
import type { Form, Kind, Operation, Scenario } from "../scenario.ts";
import { mostOperations, quiet, troubleOf } from "./people.ts";

/** Kinds whose objects are made and deleted, so that a replacement leaves a former one behind. */
const replaceable: readonly Kind[] = ["client", "attachment"];

/**
 * Somebody who may make and may not delete replaces, drops, and takes up a name again as another type: former objects
 * wait for their deletion, several of one name at times.
 */
export function withFormerObjects(scenario: Scenario, random: Random): Scenario {
  const slots = scenario.blueprints.flatMap(({ kind }, slot) => (replaceable.includes(kind) ? [slot] : []));
  const slot = slots[random.below(slots.length)];
  if (slot === undefined) return scenario;
  const wants = scenario.operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const before = wants.at(-1) ?? scenario.blueprints.map(() => null);
  const kind = scenario.blueprints[slot]?.kind === "client" ? "attachment" : "client";
  const form = { text: 0, moved: false, renamed: false };
  const forms: readonly (Form | null)[] = [
    form,
    { ...form, moved: true },
    ...(random.chance(0.8) ? [null] : []),
    { ...form, kind },
    { ...form, moved: true, kind },
  ];
  const series = forms.map(
    (each): Operation => ({
      ...quiet,
      ...(random.chance(0.1) ? troubleOf(random) : {}),
      actor: 0,
      act: { kind: "up", want: before.with(slot, each) },
    }),
  );
  const denied = Array.from({ length: 10 }, (_, index) => index + 1).filter(() => random.chance(0.6));
  const act = { kind: "denied", slot, moved: false } as const;
  return {
    ...scenario,
    operations: [...scenario.operations.slice(0, mostOperations - series.length), ...series],
    strangersAt: [...(scenario.strangersAt ?? []), ...denied.map((number) => ({ at: "delete", number, act }) as const)],
  };
}
