import type { Random } from "../random.ts";
import type { Operation, Request, Scenario, Want } from "../scenario.ts";
import { quiet, troubleOf } from "./people.ts";

/**
 * People handle the state as a whole: they import what others made, or what they have forgotten, all at once, and bring
 * back a state that was exported before; both break off now and then.
 */
export function withStateHandled(scenario: Scenario, random: Random): Scenario {
  const { blueprints, operations } = scenario;
  const slots = [...blueprints.keys()];
  const form = { text: 0, moved: false, renamed: false };
  const want: Want = blueprints.map(() => form);
  const of = (act: Operation["act"]): Operation => ({
    ...quiet,
    actor: 0,
    act,
    ...(random.chance(0.25) ? troubleOf(random) : {}),
  });
  const up = of({ kind: "up", want });
  const all: Request = { kind: "import-all", slots: slots.filter(() => random.chance(0.8)) };
  const made = slots.map((slot) => of({ kind: "created", slot, moved: false }));
  const forgotten = slots.map((slot) => of({ kind: "forget", slot }));
  const other = want.map((_, slot) =>
    random.chance(0.4) ? null : { ...form, text: random.below(3), moved: slot === 0 },
  );
  const series = random.pick([
    [...made, of(all), up],
    [up, ...forgotten, of(all), up],
    [up, of({ kind: "export" }), of({ kind: "up", want: other }), of({ kind: "import-state" }), up],
    [up, of({ kind: "export" }), of({ kind: "destroy" }), of({ kind: "import-state" }), of({ kind: "refresh" })],
    [up, of({ kind: "export" }), ...forgotten, of({ kind: "import-state" }), of(all)],
  ]);
  return { ...scenario, operations: [...series, ...operations.slice(0, random.below(3))] };
}
