import { valueAt } from "../../../../packages/base/json/pointer.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import { overlap, type PlacedValue } from "../../../definitions/schema/place-values.ts";
import { lastingInputs, requestedPaths, sameAt } from "../changed-fields.ts";
import type { ChangedFields, ChangedObject } from "../changed-object.ts";
import { isSamePlace } from "../journal/replacement.ts";
import { doer, inWords, refused, standing } from "../undo-refusal.ts";
import type { Verdict } from "../verdict.ts";

interface FormerFields {
  /** Places that are put back. */
  readonly open: readonly string[];
  /** Those of them that get another value than is recorded now. */
  readonly wanted: readonly PlacedValue[];
}

/** The fields of an object that get their former values; refused where a later run has changed one of them. */
export function formerFields(
  object: ChangedObject,
  { paths, corrected }: ChangedFields,
): Result<FormerFields, Verdict> {
  const { before, after, now, definition, later, ofRun } = object;
  const formerly = lastingInputs(before, definition);
  const left = lastingInputs(after, definition);
  const present = lastingInputs(now, definition);
  const wanted: PlacedValue[] = [];
  const open: string[] = [];
  for (const path of paths) {
    const isCorrected = corrected.some((each) => overlap(each.path, path));
    const isFormer = sameAt(path, present, formerly);
    const isAsLeft = sameAt(path, present, left);
    if (isFormer && (!isCorrected || !isAsLeft)) continue;
    if (!isAsLeft) {
      const by = standing(later, (each) => sameAt(path, present, lastingInputs(each, definition)));
      const detail =
        `${inWords(path)} of \`${now.address}\` was changed by ${doer(by, ofRun)} since, ` +
        "which the undo would change back";
      return err(refused(now.address, detail));
    }
    open.push(path);
    if (!isFormer) wanted.push({ path, value: valueAt(formerly, path) ?? null });
  }
  return ok({ open: [...new Set([...open, ...unseenPaths(object)])], wanted });
}

/**
 * Where an update of the run may have changed an object though nothing is recorded of it, unless a later run has
 * changed it.
 */
function unseenPaths({ now, definition, work: { later, unseen } }: ChangedObject): readonly string[] {
  if (later.length > 0) return [];
  return unseen.flatMap(({ before, intent }) =>
    before !== null && intent !== null && isSamePlace(before, now) ? requestedPaths(before, intent, definition) : [],
  );
}
