import type { Json } from "../../../../packages/base/json/json.ts";
import type { ResourceRecord } from "../../../../src/engine/state/records/record.ts";
import { type Slot, slotsOf } from "../../declared/slots.ts";
import type { Deed } from "../../run-scenario.ts";
import type { Scenario } from "../../scenario.ts";
import { judgeDeclared } from "../content-judge.ts";
import type { Violation } from "../journal-judge.ts";
import { differing, shownOf } from "../platform-view.ts";
import { isBeyondUs, type Standing } from "../recorded-judge.ts";
import { hasDone } from "./run-judge.ts";

/**
 * A run that tells that it is done has done it, whatever disturbed it: what its declaration wants stands as declared,
 * and each output of the stack tells what the platform does. To be asked of the only deed since all was quiet. Nothing
 * is asked of objects that are beyond us.
 */
export function judgeDoneRun(deed: Deed, scenario: Scenario, standing: Standing): readonly Violation[] {
  const { end } = deed;
  const want = end === null || end.ending === "died" || "thrown" in end.ending ? undefined : end.ending.want;
  if (want === undefined || !hasDone(deed)) return [];
  const { journal, world } = standing;
  const isExcused = (record: ResourceRecord) => isBeyondUs(record, deed, standing);
  const slots = slotsOf(scenario.blueprints, want);
  return [
    ...judgeDeclared(scenario, want, journal, world.storage, isExcused).map(
      ({ detail }): Violation => ({
        rule: "told as done",
        detail,
      }),
    ),
    ...slots.flatMap((each) => (each === null ? [] : judgeOutputsOf(each, slots, standing, isExcused))),
  ];
}

/**
 * The outputs of a slot name an object that stands, and have its text and its secret as the platform keeps them. What
 * a look-up or a `get` reads that is no slot's may be any hand's.
 */
function judgeOutputsOf(
  { slot, blueprint, name }: Slot,
  slots: readonly (Slot | null)[],
  { journal, world }: Standing,
  isExcused: (record: ResourceRecord) => boolean,
): readonly Violation[] {
  const { outputs } = journal;
  const id = outputs[`id${slot}`];
  if (blueprint.kind === "lookup" || typeof id !== "string") return [];
  const read = blueprint.kind === "get" ? slots[blueprint.leansOn ?? -1] : undefined;
  const address = blueprint.kind === "get" ? read?.name : name;
  const record = [...journal.records.values()].find((each) => each.address === address && each.status === "current");
  if (record === undefined || isExcused(record)) return [];
  const shown = shownOf({ ...record, identity: { ...record.identity, id } }, world.storage);
  if (shown === undefined) return [amiss(`id${slot}`, `is ${id}, which is not there`)];
  const { description, clientSecret } = shown;
  const due: Readonly<Record<string, Json | undefined>> = {
    [`text${slot}`]: description,
    [`secret${slot}`]: clientSecret,
  };
  const told = Object.fromEntries(
    Object.entries(due).flatMap(([key, value]) =>
      value === undefined || outputs[key] === undefined ? [] : [[key, value]],
    ),
  );
  return differing(told, outputs, world.sealed).map((key) =>
    amiss(key, `is ${JSON.stringify(outputs[key])}, and ${id} is at ${JSON.stringify(due[key])}`),
  );
}

function amiss(name: string, what: string): Violation {
  return { rule: "told outputs", detail: `output ${name} ${what}` };
}
