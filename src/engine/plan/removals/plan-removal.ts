import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { mayLag } from "../../state/records/lagging-reads.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { isLagging } from "../../state/records/shows-before.ts";
import { unreadableCode } from "../../state/snapshot.ts";
import { supersededStepId } from "../../state/step-id.ts";
import { strictnessAdvice } from "../advice.ts";
import { putBackFields } from "../drift/differences.ts";
import { isIndeterminate, notSettled, unseenChanges } from "../indeterminate.ts";
import type { FieldChange, RemovalStep } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { onDestroyOf } from "../protection.ts";
import { firstFields } from "../undo/first-fields.ts";
import { grantsBack } from "../undo/grants-back.ts";
import { priorOf } from "../values/prior-of.ts";
import { deletionLimit } from "./deletion-limit.ts";
import { warnOfLostChanges } from "./warn-of-lost-changes.ts";

export interface RemovalReason {
  /** The object was replaced, or has moved; its address lives on. */
  readonly superseded: boolean;
  /** Its address is that of something to be read from now on. */
  readonly isReadNow?: boolean;
  /** Of a superseded one: what this plan makes in its place. */
  readonly by?: NonNullable<RemovalStep["by"]>;
  readonly needs: readonly string[];
  /** Of a share: what follows takes the whole physical object, so that nothing of others comes back. */
  readonly isShareFollowed?: boolean;
  /** What follows it in this plan is held against it field by field, so that all that others have set is told there. */
  readonly isCompared?: boolean;
  /** What to do unless the record says otherwise already. */
  readonly onDestroy?: "delete" | "restore" | "retain";
}

/** The step that ends our care for a recorded object, with the warnings it deserves. */
export function removalStep(record: ResourceRecord, reason: RemovalReason, planning: Planning): RemovalStep {
  const definition = planning.definition(record.type);
  const { address } = record;
  const observed = planning.observed(record.provider.cloudId, definition, record.identity.id);
  const seen = observed.kind === "present" && !observed.deleted ? observed : null;
  const wish = reason.onDestroy ?? onDestroyOf(record, planning);
  const mode = wish === "restore" && record.beforeUs === undefined ? withoutBefore(record, definition) : wish;
  const bringsBack = wish === "restore" && reason.isShareFollowed !== true && (mode !== "retain" || seen !== null);
  const restores = bringsBack ? grantsBack(record, observed, planning) : [];
  const restore = mode === "restore" ? (record.beforeUs ?? null) : null;
  const common = {
    kind: "removal" as const,
    id: reason.superseded || reason.isReadNow === true ? supersededStepId(record) : address,
    address,
    type: record.type,
    needs: reason.needs,
    uid: record.uid,
    generation: record.generation,
    ...planning.reachOf(record),
    identity: record.identity,
    prior: seen === null ? null : priorOf(record, seen),
    restore,
    ...(restores.length === 0 ? {} : { restores }),
    superseded: reason.superseded,
    ...(reason.by === undefined ? {} : { by: reason.by }),
    ...deletionLimit(record, planning),
  };

  if (observed.kind === "unreadable" && mode !== "retain" && isIndeterminate(planning, record.uid)) {
    const blocked = notSettled(planning, address, record.identity.id, observed.detail);
    return { ...common, action: "delete", how: "delete", fields: [], blocked };
  }
  if (observed.kind === "unreadable") {
    planning.complain(unreadableCode(observed.reason), `\`${record.identity.id}\` can't be read: ${observed.detail}`, {
      address,
    });
  }
  if (mode === "retain") {
    if (definition.onDestroy === "retain") tellOnlyForgotten(record, planning);
    // What came by import stays as it is; only what its write took away of others comes back.
    return restores.length > 0 && seen !== null
      ? { ...common, action: "retain", how: "restore", restore: declarableInputs(definition, seen.outputs), fields: [] }
      : { ...common, action: "retain", how: "forget", fields: [] };
  }
  const isStanding = definition.existence === "standing";
  const lags =
    isLagging(record, observed, planning.snapshot.at) || mayShowBeforeUs(record, seen?.outputs, restore, planning);
  // What always stands is not deleted by not being seen: to delete it would set it to what the platform has by default.
  if (seen === null && isStanding && !lags) return { ...common, action: "delete", how: "forget", fields: [] };
  // So soon after our last write its record tells better what is there than a read that shows what was before.
  const isOwn = lags && (isStanding || (seen !== null && definition.existence === "created"));
  const stands = isOwn ? record.outputs : (seen?.outputs ?? null);
  if (stands !== null && restore !== null) {
    planning.problems.push(...strictnessAdvice(address, definition, stands, restore));
    const unseen = unseenChanges(planning, record).map((each) => ({ ...stands, ...each }));
    const fields = fieldsToRestore(definition, [stands, ...unseen], restore);
    // Under which version a call of unknown end has written is not known: the object is looked at before the write.
    const ours = isOwn ? priorOf(record, null) : common.prior;
    const prior = unseen.length === 0 ? ours : { ...priorOf(record, seen), version: null };
    // What is as it was before us stays, and nothing is written.
    return fields.length + restores.length === 0
      ? { ...common, action: "retain", how: "forget", fields }
      : { ...common, prior, action: "delete", how: "restore", fields };
  }
  if (stands !== null) planning.problems.push(...strictnessAdvice(address, definition, stands, null));
  if (seen === null && (observed.kind === "absent" || mayLag(record, planning.snapshot.at))) {
    // It may be there although the read did not find it, or found what was before us: it goes if it is still as it was
    // last seen.
    const unseen = mayLag(record, planning.snapshot.at) ? "may-lag" : "gone";
    const fields = firstFields(definition, record.outputs);
    return { ...common, prior: priorOf(record, null), unseen, action: "delete", how: "delete", fields };
  }
  if (seen === null) return { ...common, action: "delete", how: "forget", fields: [] };
  if (!lags && reason.isCompared !== true) warnOfLostChanges(record, definition, seen, reason.superseded, planning);
  // A look that shows the object unready may be late, or another hand has turned back what our last call has set: once
  // more does no harm.
  const unready = firstFields(definition, seen.outputs);
  const fields = unready.length > 0 ? unready : firstFields(definition, stands ?? seen.outputs);
  return { ...common, action: "delete", how: "delete", fields };
}

/**
 * Whether a look shows just what is to be put back, so soon after a write of ours that it may lag behind all of them.
 */
function mayShowBeforeUs(
  record: ResourceRecord,
  shown: JsonObject | undefined,
  restore: JsonObject | null,
  planning: Planning,
): boolean {
  if (shown === undefined || restore === null || !mayLag(record, planning.snapshot.at)) return false;
  return fieldsToRestore(planning.definition(record.type), [shown], restore).length === 0;
}

/** What is put back of an object that stands in one of several ways: as it is seen, or as a call of ours has set it. */
function fieldsToRestore(
  definition: ResourceDefinition,
  ways: readonly JsonObject[],
  restore: JsonObject,
): readonly FieldChange[] {
  const fields = ways.flatMap((each) => putBackFields(definition, echoIdentity(definition, each, restore), restore));
  const paths = fields.map(({ path }) => path);
  return fields.filter(({ path }, place) => paths.indexOf(path) === place);
}

function tellOnlyForgotten(record: ResourceRecord, planning: Planning): void {
  const { address } = record;
  if (onDestroyOf(record, planning) !== "retain") return;
  planning.complain(
    "only-forgotten",
    `the platform offers no delete for \`${record.identity.id}\`; it stays as it is and is forgotten here`,
    { address },
  );
}

/**
 * What restoring comes to where nothing was noted before us: a share that we added goes, anything else stays as it is.
 */
function withoutBefore(record: ResourceRecord, { existence }: ResourceDefinition): "delete" | "retain" {
  return existence === "part" && !record.imported ? "delete" : "retain";
}
