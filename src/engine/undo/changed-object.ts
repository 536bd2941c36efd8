import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import type { PlacedValue } from "../../definitions/schema/place-values.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import { correctedValues, lostValues, writtenPaths } from "./changed-fields.ts";
import { isEndOf, isSamePlace } from "./journal/replacement.ts";
import { joined, type ObjectWork, type RunWork } from "./journal/run-work.ts";
import type { Transition } from "./journal/transition.ts";

/** What became of an object, and calls of the run of which nothing is recorded. */
export interface ChangingWork extends ObjectWork {
  readonly unseen: readonly Transition[];
}

/** An object that a run has changed: what was recorded before the run, after it, and now. */
export interface ChangedObject {
  readonly before: ResourceRecord;
  readonly after: ResourceRecord;
  readonly now: ResourceRecord;
  /** The object as it was before, where the run has replaced it and it is recorded still. */
  readonly former: ResourceRecord | undefined;
  readonly definition: ResourceDefinition;
  readonly work: ChangingWork;
  /** What has changed it since, with a deletion and the making that follows it as one change. */
  readonly later: readonly Transition[];
  readonly ofRun: RunWork;
}

/** Fields of an object that a run has changed. */
export interface ChangedFields {
  readonly paths: readonly string[];
  /** What stood there otherwise than recorded. */
  readonly corrected: readonly PlacedValue[];
  /** The same of an object that the run has deleted. */
  readonly lost: readonly PlacedValue[];
}

/** What a run has changed of the fields of an object. */
export function changedFieldsOf({
  before,
  after,
  definition,
  work: { own, unseen },
}: Pick<ChangedObject, "before" | "after" | "definition" | "work">): ChangedFields {
  const isSameObject = before.identity.id === after.identity.id;
  const changes = joined(own);
  const lost = lostValues(before, after.inputs, [...own, ...unseen], definition);
  // What was made anew under its own id is put back in place: what stood in the former one besides as well.
  const called = [...changes, ...unseen].flatMap((each) => correctedValues(each, definition));
  const corrected = [...called, ...(isSameObject ? lost : [])];
  const paths = [...new Set([...writtenPaths(changes, definition), ...corrected.map(({ path }) => path)])];
  return { paths, corrected, lost };
}

/** Whether what stands is the object that the run has put in the place of another one: its undo ends it. */
export function isPutInPlace({ before, after, now }: ChangedObject): boolean {
  return !isSamePlace(before, after) && isSamePlace(after, now);
}

/** Whether the run has made another object, and the former one was left to later runs. */
export function isUnfinished(object: ChangedObject): boolean {
  const { before, after, work } = object;
  if (before.identity.id === after.identity.id) return false;
  const hasEnded = ({ intent, isOfFormerObject }: Transition) =>
    isEndOf(before, intent) && (isOfFormerObject === "unheard" || endOfFormerObject(object)?.gone !== undefined);
  return !work.unseen.some(hasEnded) && !work.own.some(({ intent }) => isEndOf(before, intent));
}

/** The later change that has ended the former object, or has found it gone. */
export function endOfFormerObject({ before, work: { later } }: ChangedObject): Transition | undefined {
  // What ends an object that was made again ends another one.
  const again = later.findIndex(({ after }) => after?.identity.id === before.identity.id);
  return (again === -1 ? later : later.slice(0, again)).find(({ intent }) => isEndOf(before, intent));
}
