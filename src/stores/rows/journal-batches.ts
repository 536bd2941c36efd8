import type { JournalBatch } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import { entriesOf } from "./stored-documents.ts";

/**
 * Rows of a journal after the serial `after` in their order, put together by the append that wrote them. A stack may have been
 * made by an append without entries, which left no row. Throws RowDamage.
 */
export function batchesOf(
  rows: readonly { readonly seq: number; readonly serial: number; readonly entry: string }[],
  { after, serial }: { readonly after: number; readonly serial: number },
): readonly JournalBatch[] {
  const batches: { readonly serial: number; readonly entries: JournalEntry[] }[] = [];
  if (after < 1 && serial >= 1 && rows[0]?.serial !== 1) batches.push({ serial: 1, entries: [] });
  const entries = entriesOf(rows);
  for (const [index, row] of rows.entries()) {
    const parsed = entries[index];
    if (parsed === undefined) continue;
    const last = batches.at(-1);
    if (last?.serial === row.serial) last.entries.push(parsed);
    else batches.push({ serial: row.serial, entries: [parsed] });
  }
  return batches;
}
