import { pointer } from "../../../packages/base/json/pointer.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { JournalEntry } from "../state/journal.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import { objectKey } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";

/** What a record keeps secret of its object. */
export interface RecordSecrets {
  /** JSON pointers into its outputs. */
  readonly places: readonly string[];
  /** Those of them that were named as secret outputs. */
  readonly named: readonly string[];
}

/** Where an object has secrets by its record. */
export function secretsByRecord({ inputs, options }: Pick<ResourceRecord, "inputs" | "options">): RecordSecrets {
  const named = options.secretOutputs ?? [];
  return { places: [...secretPlaces(inputs), ...named.map((name) => pointer("", name))], named };
}

/** The same of all objects of a stack that have any, by the key of the object. */
export function keptSecrets(state: StackState, catalog: Catalog): ReadonlyMap<string, readonly string[]> {
  const kept = new Map<string, readonly string[]>();
  for (const record of [...state.records.values(), ...state.superseded]) {
    const key = keyOf(record, catalog);
    const { places } = secretsByRecord(record);
    if (key === undefined || places.length === 0) continue;
    kept.set(key, [...(kept.get(key) ?? []), ...places]);
  }
  return kept;
}

/**
 * What the last record of each object keeps secret that a journal tells of, be the object managed still or forgotten
 * since; by the key of the object, without those that have no secrets.
 */
export function lastSecrets(journal: readonly JournalEntry[], catalog: Catalog): ReadonlyMap<string, RecordSecrets> {
  const last = new Map<string, RecordSecrets>();
  for (const entry of journal) {
    if (entry.kind !== "result") continue;
    for (const effect of entry.effects) {
      const key = effect.kind === "put" ? keyOf(effect.record, catalog) : undefined;
      if (effect.kind !== "put" || key === undefined) continue;
      const secrets = secretsByRecord(effect.record);
      if (secrets.places.length === 0) last.delete(key);
      else last.set(key, secrets);
    }
  }
  return last;
}

function keyOf({ type, provider, identity }: ResourceRecord, catalog: Catalog): string | undefined {
  const definition = catalog.resources[type];
  return definition === undefined ? undefined : objectKey(provider.cloudId, idKey(definition, identity.id));
}
