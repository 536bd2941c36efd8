import type { JournalBatch, JournalReading } from "../../../engine/ports/store.ts";
import { effectKey, effectsIn } from "../../../engine/state/effects.ts";
import { isGapless } from "../state/gapless-batches.ts";
import type { Records } from "./batch-events.ts";

/** Batches that are read at first; each further part is twice as long. */
const firstPart = 16;
const longestPart = 500;

/** No more batches than these are read back: listing the stack again costs less. */
const mostRead = 1_000;

/** Keys of the records that batches do something to. */
export function touchedBy(batches: readonly JournalBatch[]): Set<string> {
  return new Set(batches.flatMap(({ entries }) => effectsIn(entries).map(effectKey)));
}

/**
 * What the records with these keys were at a serial, by reading the journal back from there, no farther than to the
 * last change of each. Null where the journal has a gap, and where a key is not found in the last thousand batches:
 * whether it is new could be told by the whole journal only.
 */
export async function recordsBefore(
  keys: ReadonlySet<string>,
  serial: number,
  read: (after: number, limit: number) => Promise<JournalReading>,
): Promise<Records | null> {
  const records: Records = new Map();
  const open = new Set(keys);
  const least = Math.max(0, serial - mostRead);
  for (let end = serial, part = firstPart; end > 0 && open.size > 0; part = Math.min(2 * part, longestPart)) {
    if (end === least) return null;
    const after = Math.max(least, end - part);
    const batches = (await read(after, end - after)).batches.filter((batch) => batch.serial <= end);
    if (batches.length !== end - after || !isGapless(batches, after)) return null;
    for (const { entries } of batches.toReversed()) {
      for (const effect of effectsIn(entries).toReversed()) {
        const key = effectKey(effect);
        if (!open.delete(key)) continue;
        if (effect.kind === "put") records.set(key, effect.record);
      }
    }
    end = after;
  }
  return records;
}
