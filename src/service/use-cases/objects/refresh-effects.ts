import { jsonEqual } from "../../../../packages/base/json/json.ts";
import { type InParts, mappedInParts } from "../../../../packages/base/turns.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { contentDigest } from "../../../definitions/schema/content-digest.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { wholeOutputs } from "../../../definitions/schema/whole-value.ts";
import { comparedRecords } from "../../../engine/observe/compared-records.ts";
import type { RecordEffect } from "../../../engine/state/journal.ts";
import { mayLag } from "../../../engine/state/records/lagging-reads.ts";
import { withOutputs } from "../../../engine/state/records/readied.ts";
import { besideOf, type ResourceRecord } from "../../../engine/state/records/record.ts";
import { mayShowBefore } from "../../../engine/state/records/shows-before.ts";
import { type Observed, objectKey, type Snapshot } from "../../../engine/state/snapshot.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { claimKeyOf } from "./claim-key-of.ts";

/** What was seen of a record's object; undefined where it was not read. */
export function seenOf(record: ResourceRecord, snapshot: Snapshot, catalog: Catalog): Observed | undefined {
  const definition = catalog.resources[record.type];
  if (definition === undefined) return undefined;
  return snapshot.observations.get(objectKey(record.provider.cloudId, idKey(definition, record.identity.id)));
}

/** The records that become something else by what was seen, and what; in parts. */
export function* refreshEffectsOf(
  state: StackState,
  snapshot: Snapshot,
  catalog: Catalog,
): InParts<readonly { readonly record: ResourceRecord; readonly effect: RecordEffect }[]> {
  const refreshing = yield* mappedInParts(comparedRecords(state, catalog), (record) => {
    const effect = refreshEffectOf(record, snapshot, catalog);
    return effect === null ? [] : [{ record, effect }];
  });
  return refreshing.flat();
}

/**
 * What a record becomes by what was seen: brought up to date or dropped; null where it stays (unreadable or unchanged).
 */
export function refreshEffectOf(record: ResourceRecord, snapshot: Snapshot, catalog: Catalog): RecordEffect | null {
  const definition = catalog.resources[record.type];
  const seen = seenOf(record, snapshot, catalog);
  if (definition === undefined || seen === undefined || seen.kind === "unreadable") return null;
  const claim = claimKeyOf(record, catalog);
  if (seen.kind === "absent" || seen.deleted) {
    // The object would be in no record any more if the read only lagged behind.
    if (mayLag(record, snapshot.at)) return null;
    return { kind: "remove", uid: record.uid, generation: record.generation, claimKey: claim };
  }
  if (mayShowBefore(record, seen.outputs, snapshot.at)) return null;
  // Where the platform has no tag of its own, the content stands for it.
  const content = contentDigest(seen.outputs);
  const version = seen.version === content ? null : seen.version;
  const outputs = echoIdentity(definition, seen.outputs, record.inputs);
  const isSameVersion = version === null || record.observed.version === version;
  const isMet = record.observed.unmet === undefined;
  // What stands beside a former share is recorded of the present one alone.
  const beside = besideOf(record.status === "superseded" ? [] : seen.displaces);
  const isSame = jsonEqual(wholeOutputs(definition, record.outputs), outputs) && sameMembers(record.observed, beside);
  if (isMet && isSameVersion && isSame) return null;
  const observed = { version, digest: content, at: snapshot.at, ...beside };
  return { kind: "put", record: { ...withOutputs(record, outputs), observed }, claimKey: claim };
}

/** Whether the same stands beside a share by two looks, in whatever order. */
function sameMembers({ beside: old = [] }: Beside, { beside: now = [] }: Beside): boolean {
  return jsonEqual([...old].sort(), [...now].sort());
}

type Beside = ReturnType<typeof besideOf>;
