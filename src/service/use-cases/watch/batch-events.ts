import type { ResourceEvent } from "../../../contract/documents/resources.ts";
import { effectKey, effectsIn } from "../../../engine/state/effects.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { resourceView } from "../state/resource-row.ts";
import { versionText } from "./resource-version.ts";

/** Current and superseded records by key: what a list holds. */
export type Records = Map<string, ResourceRecord>;

/** One event, and how many of its batch come with it and before it. */
export interface PlacedEvent {
  readonly serial: number;
  readonly seen: number | null;
  readonly event: ResourceEvent;
}

/**
 * What a batch of the journal does to the list: one event for each resource that is another after it than before it.
 * Brings `records` up to date. The same batch over the same records always gives the same events in the same order.
 */
export function batchEvents(
  batch: { readonly lineage: string; readonly serial: number; readonly entries: readonly JournalEntry[] },
  records: Records,
): readonly PlacedEvent[] {
  const before = new Map<string, ResourceRecord | undefined>();
  const note = (key: string) => {
    if (!before.has(key)) before.set(key, records.get(key));
  };
  for (const effect of effectsIn(batch.entries)) {
    const key = effectKey(effect);
    note(key);
    if (effect.kind === "put") records.set(key, effect.record);
    else records.delete(key);
  }
  const changes = [...before].flatMap(([key, old]): Pick<ResourceEvent, "type" | "resource">[] => {
    const now = records.get(key);
    const record = now ?? old;
    if (record === undefined) return [];
    const type = old === undefined ? "ADDED" : now === undefined ? "DELETED" : "MODIFIED";
    return [{ type, resource: { key, ...resourceView(record) } }];
  });
  const { lineage, serial } = batch;
  return changes.map((change, index) => {
    const seen = index + 1 === changes.length ? null : index + 1;
    return { serial, seen, event: { ...change, resourceVersion: versionText({ lineage, serial, seen }) } };
  });
}
