import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { isMaking } from "../state/drift/stood-before.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import { changedPaths, takenOverValues } from "./changed-fields.ts";
import type { ObjectWork } from "./journal/run-work.ts";
import { doer, inBrackets, refused, standing } from "./undo-refusal.ts";
import type { UndoContext, Verdict } from "./verdict.ts";

/** What a run has made goes; what it has taken over is let go of, with the values that stood there. */
export function undoMaking(
  { own, later }: ObjectWork,
  made: ResourceRecord,
  now: ResourceRecord | null,
  definition: ResourceDefinition,
  { work }: UndoContext,
): Verdict {
  if (now === null) return { kind: "nothing" };
  const address = now.address;
  const isRenamed = address !== made.address;
  const changed = changedPaths(made, now, definition);
  if (isRenamed || changed.length > 0) {
    const isSame = (each: ResourceRecord) =>
      isRenamed ? each.address === address : changedPaths(each, now, definition).length === 0;
    const by = doer(standing(later, isSame), work);
    return refused(address, `\`${address}\`, which the run has made, was changed by ${by}${inBrackets(changed)}`);
  }
  const calls = own.filter(({ intent }) => intent !== null);
  const making = calls.find(({ intent }) => intent !== null && isMaking(intent));
  // What a call of the run has made stands when the run asks for it once more: that tells nothing of before.
  const stoodBefore = calls.some(
    ({ before, intent, hasStood }) =>
      (hasStood === true && before === null && intent !== null && isMaking(intent)) ||
      (definition.existence !== "created" && intent?.before !== null),
  );
  // What is to be kept when it is deleted is kept here too; what stood before gets its values back, unless a later run
  // keeps it.
  const isKept = now.options.onDestroy === "retain";
  const isKeptSince =
    isKept && made.options.onDestroy !== "retain" && definition.onDestroy !== "retain" && !now.imported;
  if (isKeptSince) return { kind: "remove", object: { record: now, how: "release", values: [] } };
  if (making !== undefined && !stoodBefore) {
    const how = isKept ? "release" : "delete";
    return { kind: "remove", object: { record: now, how, values: [] } };
  }
  const [first] = calls;
  const values = first === undefined ? [] : takenOverValues(made, first, definition);
  const how = values.length === 0 ? "release" : "restore";
  return { kind: "remove", object: { record: now, how, values } };
}
