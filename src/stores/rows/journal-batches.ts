import type { InParts } from "../../../packages/base/turns.ts";
import type { JournalBatch } from "../../engine/ports/store.ts";
import { JoinedEntries } from "./entry-parts.ts";
import { partIn } from "./stored-documents.ts";

interface BatchRow {
  readonly seq: number;
  readonly serial: number;
  readonly entry: Uint8Array;
}

interface BatchSpan {
  readonly after: number;
  readonly serial: number;
  readonly prunedTo?: number;
}

/**
 * Rows of a journal after the serial `after` in their order, put together by the append that wrote them. A stack may
 * have been made by an append without entries, which left no row. In parts. Throws RowDamage.
 */
export function* batchesInParts(
  rows: readonly BatchRow[],
  { after, serial, prunedTo = 0 }: BatchSpan,
): InParts<readonly JournalBatch[]> {
  const batches: { readonly serial: number; readonly joined: JoinedEntries }[] = [];
  if (after < 1 && serial >= 1 && prunedTo === 0 && rows[0]?.serial !== 1)
    batches.push({ serial: 1, joined: new JoinedEntries() });
  for (const row of rows) {
    let last = batches.at(-1);
    if (last?.serial !== row.serial) {
      last = { serial: row.serial, joined: new JoinedEntries() };
      batches.push(last);
    }
    last.joined.take(partIn(row));
    yield;
  }
  return batches.map(({ serial: of, joined }) => ({ serial: of, entries: joined.entries }));
}
