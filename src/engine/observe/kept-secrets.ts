import { pointer } from "../../base/pointer.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { idKey } from "../../definitions/schema/identity.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { ResourceRecord } from "../state/record.ts";
import { objectKey } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";

/** Where an object has secrets by its record: JSON pointers into its outputs. */
function secretsByRecord({ inputs, options }: Pick<ResourceRecord, "inputs" | "options">): readonly string[] {
  return [...secretPlaces(inputs), ...(options.secretOutputs ?? []).map((name) => pointer("", name))];
}

/** The same of all objects of a stack that have any, by the key of the object. */
export function keptSecrets(state: StackState, catalog: Catalog): ReadonlyMap<string, readonly string[]> {
  const kept = new Map<string, readonly string[]>();
  for (const record of [...state.records.values(), ...state.superseded]) {
    const definition = catalog.resources[record.type];
    const places = secretsByRecord(record);
    if (definition === undefined || places.length === 0) continue;
    const key = objectKey(record.provider.cloudId, idKey(definition, record.identity.id));
    kept.set(key, [...(kept.get(key) ?? []), ...places]);
  }
  return kept;
}
