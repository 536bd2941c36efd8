import type { DriftRow } from "../../../contract/documents/drift.ts";
import type { FieldView } from "../../../contract/documents/plans/steps.ts";

/** A row of drift as a field of a plan, which is printed in the same way. */
export function driftField({
  path,
  old,
  new: now,
  difference,
}: Pick<DriftRow, "path" | "old" | "new" | "difference">): FieldView {
  return {
    path,
    ...(difference === undefined ? {} : { difference }),
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
    reason: "declared",
    replace: false,
  };
}
