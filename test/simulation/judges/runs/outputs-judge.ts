import { type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import type { Plan } from "../../../../src/engine/plan/plan.ts";
import { mayLag } from "../../../../src/engine/state/records/lagging-reads.ts";
import { type ResourceRecord, recordKey } from "../../../../src/engine/state/records/record.ts";
import { isRead, type Slot, slotsOf } from "../../declared/slots.ts";
import type { Request, Scenario } from "../../scenario.ts";
import type { Violation } from "../journal-judge.ts";
import type { SeenRun } from "./run-history.ts";

/** Those of some records whose objects are not there. */
type Missing = (records: readonly ResourceRecord[]) => readonly ResourceRecord[];

/**
 * A run whose plan saw that an object is gone leaves no output that names it, unless it stands again. What was written
 * shortly before may have been hidden by a lagging read.
 */
export function judgeGoneOutputs(
  { before, ended }: SeenRun,
  plans: readonly Plan[],
  missing: Missing,
): readonly Violation[] {
  if (ended === null) return [];
  const { at, outputs } = ended;
  const gone = new Set(missing(seenGone(before.values(), at, plans)).map((record) => record.outputs["id"]));
  return Object.entries(outputs).flatMap(([name, value]) =>
    name.startsWith("id") && gone.has(value) ? [amiss(name, `is ${text(value)}, which the plan saw to be gone`)] : [],
  );
}

/** Those of some records whose objects the plans of a run saw to be gone. */
function seenGone(records: Iterable<ResourceRecord>, at: string, plans: readonly Plan[]): readonly ResourceRecord[] {
  const steps = plans.flatMap((plan) => plan.steps);
  const old = [...records].filter((record) => !mayLag(record, at));
  return old.filter(({ uid, type, generation }) =>
    steps.some((step) => {
      if (step.kind === "removal") return step.unseen === "gone" && step.uid === uid && step.generation === generation;
      const isMadeAgain = step.kind === "write" && (step.action === "create" || step.action === "undelete");
      return isMadeAgain && step.uid === uid && step.type === type;
    }),
  );
}

/** What is to be known of a run that outputs are held against. */
interface Known {
  /** Nothing else went on, and nothing disturbed it. */
  readonly isAlone: boolean;
  /** Of the rounds that were begun. */
  readonly plans: readonly Plan[];
  readonly missing: Missing;
}

/**
 * After a run each output of the stack tells a value of an object that stands, or its former value where its step was
 * not done: as the step of what waits for the next round; none is lost of an object that stands.
 */
export function judgeOutputs(
  request: Request,
  { before, outputsBefore, ended }: SeenRun,
  scenario: Scenario,
  { isAlone, plans, missing }: Known,
): readonly Violation[] {
  if (scenario.hasOutputs !== true || ended === null) return [];
  const { status, after, outputs, at } = ended;
  const records = [...after.values()].filter((record) => record.status === "current");
  // What stands in the place of an object that was gone is another one, of which a run knows once it has recorded it
  // anew. A rename alone records nothing of the object anew.
  const recorded = new Map([...before.values()].map((record) => [recordKey(record), record.observed.at]));
  const left = records.filter((record) => recorded.get(recordKey(record)) === record.observed.at);
  const known = new Set(seenGone(left, at, plans));
  const gone = new Set([...missing(records), ...known]);
  const last = plans.at(-1);
  const waiting = new Set(last?.deferred.map(({ address }) => address));
  const standing = records.filter((record) => !gone.has(record));
  if (request.kind === "destroy") {
    if (status === "done") return Object.keys(outputs).map((name) => amiss(name, "is told after all is destroyed"));
    // One that never was of an object, or whose object is gone, may go.
    return Object.entries(outputsBefore).flatMap(([name, value]) => {
      const stands = name.startsWith("id") && standing.some((record) => record.outputs["id"] === value);
      return stands && outputs[name] !== value
        ? [amiss(name, `was ${text(value)}, which stands, and is ${text(outputs[name])}`)]
        : [];
    });
  }
  if (request.kind !== "up") return [];
  const slots = slotsOf(scenario.blueprints, request.want);
  const violations: Violation[] = [];
  for (const [name, value] of Object.entries(outputs)) {
    const slot = slots[Number(/\d+$/.exec(name)?.[0])] ?? null;
    const former = outputsBefore[name];
    const isFormer = value === null || jsonEqual(value, former);
    if (isFormer && status !== "done") continue;
    if (slot === null) {
      violations.push(amiss(name, `tells ${text(value)} of what is not declared`));
      continue;
    }
    // What its object has by now of another name stays its value until the next round, be it that another hand has
    // taken the object away meanwhile: so soon after its making the plan believes no look that misses it.
    const id = outputsBefore[`id${slot.slot}`];
    const stood = records.some((record) => !known.has(record) && record.outputs["id"] === id);
    if (isFormer && stood && waiting.has(slot.name)) continue;
    const due = dueOf(name, slot, slots, records, isAlone);
    if (due !== undefined && !jsonEqual(due, value))
      violations.push(
        amiss(
          name,
          `is ${text(value)} after a run that ended ${status}; it stands at ${text(due)}, and was ${text(former)}`,
        ),
      );
  }
  for (const slot of slots) {
    if (slot === null) continue;
    const name = `id${slot.slot}`;
    if (outputs[name] !== undefined && outputs[name] !== null) continue;
    const former = outputsBefore[name] ?? null;
    const stood = [...before.values()].some((record) => record.outputs["id"] === former);
    const stands = standing.some((record) => record.outputs["id"] === former);
    // What a round leaves to the next has no value before that.
    if (status === "done" && last?.deferred.length !== 0) continue;
    if (status === "done") violations.push(amiss(name, "is not told by a run that is done"));
    // What reads an object that the run made anew waits for it, and had its value of the former one.
    const isRemade = [...before].some(([key, record]) => record.outputs["id"] === former && !after.has(key));
    if (isRemade && isRead(slot.blueprint.kind)) continue;
    if (status !== "done" && former !== null && stood && stands)
      violations.push(amiss(name, `was ${text(former)}, which stands, and is told no more`));
  }
  return violations;
}

/** What an output is to tell now; undefined where that is not known. */
function dueOf(
  name: string,
  slot: Slot,
  slots: readonly (Slot | null)[],
  records: readonly ResourceRecord[],
  isAlone: boolean,
): Json | undefined {
  const field = name.startsWith("id") ? "id" : name.startsWith("secret") ? "clientSecret" : "description";
  const { kind, leansOn } = slot.blueprint;
  // What is left to others moves under the record.
  if (field === "description" && slot.blueprint.ignoresText) return undefined;
  if (!isRead(kind)) {
    const record = records.find(({ address }) => address === slot.name);
    return record === undefined ? null : (record.outputs[field] ?? null);
  }
  // A read may show what somebody else has written since the record, or what was there before.
  if (kind === "lookup" || !isAlone) return undefined;
  const read = leansOn === null ? null : (slots[leansOn] ?? null);
  if (read === null) return undefined;
  return records.find(({ address }) => address === read.name)?.outputs[field];
}

/** What is wrong with an output. */
export function amiss(name: string, what: string): Violation {
  return { rule: "outputs", detail: `output ${name} ${what}` };
}

export function text(value: Json | undefined): string {
  return JSON.stringify(value ?? null);
}
