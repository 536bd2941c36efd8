import { isSameObject } from "../../../definitions/schema/identity/same-object.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { changedPaths } from "../changed-fields.ts";
import { type ChangedObject, endOfFormerObject, isPutInPlace, isUnfinished } from "../changed-object.ts";
import { doer, formerGone, inBrackets, inWords, refused, standing } from "../undo-refusal.ts";
import type { Verdict } from "../verdict.ts";
import { isSamePlace } from "./replacement.ts";

/** Refused where a later run has deleted the former object of a replacement, or has found it gone. */
export function formerEnded(object: ChangedObject): Verdict | undefined {
  const { before, now, ofRun } = object;
  // A deletion that took effect although it was refused is found out by the next run, which finds the object gone.
  const end = isUnfinished(object) ? endOfFormerObject(object) : undefined;
  if (end === undefined) return undefined;
  const by = doer(end.run, ofRun);
  if (end.gone !== undefined) return formerGone(before, now, by);
  return refused(now.address, `the run has replaced \`${before.identity.id}\`, which was deleted by ${by}`);
}

/** Refused where a later run has changed what the run has put in the place of another object: the undo would end it. */
export function changedInPlace(object: ChangedObject): Verdict | undefined {
  const { before, after, now, definition, later, ofRun } = object;
  const changed = isPutInPlace(object) ? changedPaths(after, now, definition) : [];
  if (changed.length === 0) return undefined;
  const by = doer(
    standing(later, (each) => changedPaths(each, now, definition).length === 0),
    ofRun,
  );
  const detail =
    `\`${now.identity.id}\`, which the run has put in the place of \`${before.identity.id}\`, ` +
    `was changed by ${by}${inBrackets(changed)}, and the undo would put the former one back`;
  return refused(now.address, detail);
}

/**
 * Refused where a later run has put another object in the place of the one of which the run has changed fields. A share
 * is another one as soon as it gives another right or names another member, though it follows in place: fields of two
 * shares would come to a third, which was never declared (decision 0146).
 */
export function replacedSince(
  { after, now, definition, later, ofRun }: ChangedObject,
  open: readonly string[],
): Verdict | undefined {
  const isNow = (each: ResourceRecord) =>
    isSamePlace(each, now) &&
    (definition.existence !== "part" || isSameObject(definition, each.identity, now.identity));
  if (open.length === 0 || isNow(after)) return undefined;
  const by = doer(standing(later, isNow), ofRun);
  const detail =
    `\`${after.identity.id}\`, of which the run has changed ${open.map(inWords).join(", ")}, ` +
    `was replaced by ${by}: \`${now.address}\` is \`${now.identity.id}\` by now`;
  return refused(now.address, detail);
}
