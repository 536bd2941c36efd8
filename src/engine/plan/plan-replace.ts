import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import { isSameObject } from "../../definitions/schema/identity/same-object.ts";
import type { PhysicalIdentity, ResourceRecord } from "../state/records/record.ts";
import type { Observed } from "../state/snapshot.ts";
import { supersededStepId } from "../state/step-id.ts";
import type { FieldChange } from "./plan.ts";
import { onDestroyOf } from "./protection.ts";
import { pushRemoval, pushWrite } from "./push-write.ts";
import { inItsPlace, writtenOver } from "./removals/written-over.ts";
import { type Case, differences, isFree, isSameClaim, type Present } from "./resource-case.ts";
import { fieldsAsStood } from "./undo/as-it-stood.ts";
import { recordedFormerObject } from "./undo/restore-former-object.ts";
import { priorOf } from "./values/prior-of.ts";

/** The object is replaced: another one is made, and it goes, in the order that its place and its options want. */
export function planReplace(
  known: Case,
  record: ResourceRecord,
  observed: Present,
  target: PhysicalIdentity,
  fields: readonly FieldChange[],
): void {
  const { node, definition, provider, planning } = known;
  const { address } = node;
  const sameObject = isSameObject(definition, target, record.identity);
  if (sameObject && definition.softDelete !== undefined) {
    const forcing = fields.filter((field) => field.replace);
    const names = forcing.map((field) => `\`${field.path.slice(1)}\``).join(", ");
    const wayOut = `choose a new identifier${names === "" ? "" : `, or keep ${names} as it is`}`;
    planning.complain(
      "identifier-reserved",
      `\`${record.identity.id}\` stays reserved for ${definition.softDelete.days} days after its deletion, ` +
        `so it can't be made anew under the same identifier; ${wayOut}`,
      { address, pointer: `/resources/${address}/properties${forcing[0]?.path ?? ""}` },
    );
  }
  if (sameObject && definition.existence === "created" && onDestroyOf(record, planning) === "retain") {
    planning.complain(
      "already-exists",
      `\`${record.identity.id}\` is to be kept when it is deleted, so it can't be made anew under the same ` +
        "identifier; choose a new identifier, or let the old object go first by changing that option alone",
      { address, pointer: `/resources/${address}`, at: "key" },
    );
  }
  const there: Observed = sameObject
    ? { kind: "absent", version: null, displaces: [] }
    : planning.observed(provider.cloudId, definition, target.id);
  const revived = there.kind === "present" && there.deleted ? revivable(known, record, there, target) : null;
  if (revived === null) isFree(known, there, target.id);
  // What always stands there is written over; it has no state of its own to go back to in between.
  const stands = sameObject && definition.existence === "standing";
  // Of what shares one physical object only one can be there at a time.
  const samePlace = sameObject || isSameClaim(definition, target, record);
  const deleteFirst = samePlace || node.options.deleteBeforeReplace;
  pushWrite(known, {
    action: "replace",
    fields: fieldsAsStood(known, fields, declarableInputs(definition, observed.outputs)),
    identity: target,
    record,
    former: deleteFirst ? "removed" : "superseded",
    order: deleteFirst ? "delete-before-create" : "create-before-delete",
    needs: deleteFirst ? [supersededStepId(record)] : [],
    ...writtenOver(definition, there, target, record.generation),
    ...(samePlace ? inItsPlace(record, observed, there, sameObject, planning) : {}),
    ...(stands ? { seen: observed, prior: priorOf(record, observed) } : {}),
    ...(revived === null || there.kind !== "present"
      ? {}
      : {
          revives: revived,
          prior: {
            identity: target,
            generation: record.generation,
            outputs: there.outputs,
            version: there.version,
          },
        }),
  });
  if (known.inverse?.keepsFormer === true && !deleteFirst) return;
  pushRemoval(record, known, {
    needs: deleteFirst ? [] : [address],
    by: "replace",
    forget: stands,
    isShareFollowed: samePlace,
    // An undo compares only what its run has changed.
    isCompared: known.inverse === undefined,
  });
  forgetFormerObject(known);
}

/**
 * Top-level inputs to update once a soft-deleted object is back; null where an update could not make it as declared.
 */
function revivable(
  known: Case,
  record: ResourceRecord,
  there: Present,
  target: PhysicalIdentity,
): readonly string[] | null {
  const inputs = declarableInputs(known.definition, there.outputs);
  const fields = differences(known, there, { ...record, identity: target, inputs }, target);
  if (fields.some((field) => field.replace)) return null;
  return [...new Set(fields.map((field) => pointerSegments(field.path)[0] ?? ""))];
}

/**
 * A former object that is gone and made again by an undo gets another record than the one that waited for its deletion.
 */
export function forgetFormerObject(known: Case): void {
  const former = recordedFormerObject(known);
  if (former !== undefined) pushRemoval(former, known, { needs: [], forget: true });
}
