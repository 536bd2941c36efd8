import type { Catalog } from "../../definitions/schema/definition.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import { objectKey } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";

/**
 * The records that are compared with the platforms: all but former ones in whose very place another object stands. What
 * is seen there is that one.
 */
export function comparedRecords(
  { records, superseded }: Pick<StackState, "records" | "superseded">,
  catalog: Catalog,
): readonly ResourceRecord[] {
  if (superseded.length === 0) return [...records.values()];
  const taken = new Set([...records.values()].map((record) => placeOf(record, catalog).key));
  return [...records.values(), ...superseded.filter((record) => !taken.has(placeOf(record, catalog).key))];
}

/** Where what is seen of a record's object is found; nowhere while its type is not known. */
export function placeOf({ type, provider, identity }: ResourceRecord, catalog: Catalog) {
  const definition = catalog.resources[type];
  const key = definition === undefined ? undefined : objectKey(provider.cloudId, idKey(definition, identity.id));
  return { definition, key };
}
