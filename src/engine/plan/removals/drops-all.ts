import type { Catalog } from "../../../definitions/schema/definition.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { deletionKey } from "../../state/drift/doubtful-deletions.ts";
import { type ResourceRecord, recordKey } from "../../state/records/record.ts";
import { objectKey, type Snapshot } from "../../state/snapshot.ts";
import type { Step } from "../plan.ts";
import type { Planning } from "../planning.ts";

export interface DropsAllowed {
  /** Providers of which every record may go. */
  readonly dropAllOf?: readonly string[];
  /** What a deletion of ours may have taken away (`ownDeletions`). */
  readonly ownDeletions?: ReadonlySet<string>;
}

/**
 * Refuses steps that end records by no more than the platform's word that their objects are gone, where it shows none
 * of the provider's objects at all: a credential of another tenant or project sees nothing either. What is made again
 * in its place is not dropped, and what is let go of is not dropped by that word (decision 0065).
 */
export function refuseDroppingAll(
  steps: readonly Step[],
  { dropAllOf = [], ownDeletions = new Set() }: DropsAllowed,
  planning: Planning,
): void {
  const dropped = new Set(
    steps.flatMap((step) => (step.kind === "removal" && step.action === "delete" ? [recordKey(step)] : [])),
  );
  if (dropped.size === 0) return;
  for (const [ref, unseen] of unseenByProvider(planning.snapshot, planning.catalog)) {
    const isOurs = (record: ResourceRecord) =>
      ownDeletions.has(deletionKey({ uid: record.uid, claimKey: planning.claimKeyOf(record) }));
    const lost = unseen.filter((record) => dropped.has(recordKey(record)) && !isOurs(record));
    if (lost.length > 0 && !dropAllOf.includes(ref))
      planning.complain("drops-all", refusal(ref, unseen.length, lost.length), {});
  }
}

function refusal(ref: string, unseen: number, lost: number): string {
  const isOnly = unseen === 1;
  const seen = isOnly ? "the only object" : `none of the ${unseen} objects`;
  const found = isOnly ? "was not found" : "was found";
  const records = isOnly ? "its record" : lost === 1 ? "1 record" : `${lost} records`;
  const gone = isOnly ? "it is" : "they are";
  return (
    `${seen} of provider \`${ref}\` that the plan looks at ${found}, and ${records} would be dropped; ` +
    `check that its credential reaches the right place, and if ${gone} gone: \`--drop-all-of ${ref}\``
  );
}

/**
 * The records of each provider of which objects were looked at and none was shown. What was not looked at says nothing.
 */
export function unseenByProvider(
  { state, observations }: Pick<Snapshot, "state" | "observations">,
  catalog: Catalog,
): ReadonlyMap<string, readonly ResourceRecord[]> {
  const unseen = new Map<string, ResourceRecord[]>();
  const shown = new Set<string>();
  for (const record of [...state.records.values(), ...state.superseded]) {
    const { type, provider, identity } = record;
    const definition = catalog.resources[type];
    if (definition === undefined) continue;
    const seen = observations.get(objectKey(provider.cloudId, idKey(definition, identity.id)));
    if (seen === undefined || (seen.kind === "present" && seen.isBelieved === true)) continue;
    // Of a share that is not there the version says that what it belongs to was read.
    if (seen.kind !== "absent" || seen.version !== null) {
      shown.add(provider.ref);
      continue;
    }
    const others = unseen.get(provider.ref);
    if (others === undefined) unseen.set(provider.ref, [record]);
    else others.push(record);
  }
  return new Map([...unseen].filter(([ref]) => !shown.has(ref)));
}
