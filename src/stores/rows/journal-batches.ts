import { atOnce, type InParts } from "../../base/turns.ts";
import type { JournalBatch } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import { entriesInParts } from "./stored-documents.ts";

/**
 * Rows of a journal after the serial `after` in their order, put together by the append that wrote them. A stack may have been
 * made by an append without entries, which left no row. Throws RowDamage.
 */
export function batchesOf(rows: readonly BatchRow[], span: BatchSpan): readonly JournalBatch[] {
  return atOnce(batchesInParts(rows, span));
}

interface BatchRow {
  readonly seq: number;
  readonly serial: number;
  readonly entry: string;
}

interface BatchSpan {
  readonly after: number;
  readonly serial: number;
}

/** The same in parts. */
export function* batchesInParts(
  rows: readonly BatchRow[],
  { after, serial }: BatchSpan,
): InParts<readonly JournalBatch[]> {
  const batches: { readonly serial: number; readonly entries: JournalEntry[] }[] = [];
  if (after < 1 && serial >= 1 && rows[0]?.serial !== 1) batches.push({ serial: 1, entries: [] });
  const entries = yield* entriesInParts(rows);
  for (const [index, row] of rows.entries()) {
    const parsed = entries[index];
    if (parsed === undefined) continue;
    const last = batches.at(-1);
    if (last?.serial === row.serial) last.entries.push(parsed);
    else batches.push({ serial: row.serial, entries: [parsed] });
  }
  return batches;
}
