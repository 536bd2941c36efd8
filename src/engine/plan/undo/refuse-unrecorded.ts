import { overlap } from "../../../definitions/schema/place-values.ts";
import { driftedSince } from "../../state/drift/drifted-since.ts";
import type { UndoScope, UnrecordedChange } from "../../undo/journal/undo-scope.ts";
import { inBrackets } from "../../undo/undo-refusal.ts";
import type { Planning } from "../planning.ts";

/**
 * Refuses an undo that would take away what a later run has changed by a call of which nothing is recorded, where the
 * look shows it.
 */
export function refuseUnrecorded({ unrecorded }: UndoScope, planning: Planning): void {
  for (const change of unrecorded) {
    const paths = holding(change, planning);
    if (paths.length === 0) continue;
    const { address } = change.record;
    const detail =
      `\`${address}\` was changed by ${change.by}${inBrackets(paths)}, which could not record it; ` +
      "undo that first, or declare what you want and run `plumb up`";
    planning.complain("stands-on-it", detail, { address });
  }
}

/** Where the object has what was asked for, and not what is recorded. */
function holding({ record, request: { inputs, fields }, paths }: UnrecordedChange, planning: Planning) {
  const definition = planning.definition(record.type);
  const observed = planning.observed(record.provider.cloudId, definition, record.identity.id);
  if (observed.kind !== "present" || observed.deleted) return [];
  const differsFrom = (held: UnrecordedChange["record"]["inputs"], path: string) =>
    driftedSince(definition, observed.outputs, { inputs: held }, fields).some(({ pointer }) => overlap(pointer, path));
  return paths.filter((path) => differsFrom(record.inputs, path) && !differsFrom(inputs, path));
}
