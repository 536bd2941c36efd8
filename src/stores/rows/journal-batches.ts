import type { JournalBatch } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";

/**
 * Rows of a journal after the serial `after` in their order, put together by the append that wrote them. A stack may have been
 * made by an append without entries, which left no row.
 */
export function batchesOf(
  rows: readonly { readonly serial: number; readonly entry: string }[],
  { after, serial }: { readonly after: number; readonly serial: number },
): readonly JournalBatch[] {
  const batches: { readonly serial: number; readonly entries: JournalEntry[] }[] = [];
  if (after < 1 && serial >= 1 && rows[0]?.serial !== 1) batches.push({ serial: 1, entries: [] });
  for (const row of rows) {
    const parsed = JSON.parse(row.entry) as JournalEntry;
    const last = batches.at(-1);
    if (last?.serial === row.serial) last.entries.push(parsed);
    else batches.push({ serial: row.serial, entries: [parsed] });
  }
  return batches;
}
