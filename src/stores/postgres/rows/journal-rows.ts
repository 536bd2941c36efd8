import type { InParts } from "../../../../packages/base/turns.ts";
import { rowSum } from "../../rows/checksum.ts";
import {
  chainDamageInParts,
  endsAs,
  entriesMissingBefore,
  entryChanged,
  type JournalRow,
  journalColumns,
  journalRowOf,
  newestMissing,
} from "../../rows/journal-chain.ts";
import type { StackHead } from "../../rows/stack-head.ts";
import type { Queries } from "../connection/session.ts";

/** Rows are numbered from 1 in their stack, and their number is under the checksum too. */
export function journalSum(row: Omit<JournalRow, "sum">): number {
  return rowSum("journal", row.stack, row.seq, row.epoch, row.serial, row.run, row.prior, row.entry);
}

/** All rows of a stack, oldest first. */
export async function readJournalRows(queries: Queries, stack: string): Promise<readonly JournalRow[]> {
  const rows = await queries.rows(
    `SELECT ${journalColumns} FROM plumbline.journal WHERE stack = $1 ORDER BY seq`,
    stack,
  );
  return rows.map(journalRowOf);
}

/** The rows of one run and those that stand before and after them in the journal, whosever they are, oldest first. */
export async function readRunRows(queries: Queries, stack: string, run: string): Promise<readonly JournalRow[]> {
  const rows = await queries.rows(
    `WITH own AS (SELECT seq FROM plumbline.journal WHERE stack = $1 AND run = $2)
      SELECT ${journalColumns} FROM plumbline.journal WHERE stack = $1 AND seq IN (
        SELECT seq - 1 FROM own UNION SELECT seq FROM own UNION SELECT seq + 1 FROM own
      ) ORDER BY seq`,
    stack,
    run,
  );
  return rows.map(journalRowOf);
}

/**
 * The rows of a stack's batches after a serial, at most `limit` batches, and the row before them, oldest first. Where
 * they begin is looked for by halves: serials ascend with the rows, and jump where a store was restored.
 */
export async function readRowsAfter(
  queries: Queries,
  stack: string,
  serial: number,
  limit: number,
): Promise<readonly JournalRow[]> {
  const rows = await queries.rows(
    `WITH RECURSIVE search(low, high) AS (
        SELECT 0::bigint, coalesce(max(seq), 0) FROM plumbline.journal WHERE stack = $1
        UNION ALL
        SELECT CASE WHEN serial > $2 THEN low ELSE middle END, CASE WHEN serial > $2 THEN middle - 1 ELSE high END
        FROM (SELECT low, high, (low + high + 1) / 2 AS middle FROM search WHERE low < high) AS halves,
          LATERAL (SELECT coalesce((
            SELECT serial FROM plumbline.journal WHERE stack = $1 AND seq <= middle ORDER BY seq DESC LIMIT 1
          ), 0) AS serial) AS there
      ), start AS (
        SELECT coalesce(max(seq), 0) AS seq FROM plumbline.journal
        WHERE stack = $1 AND seq <= (SELECT min(high) FROM search)
      ), first AS (
        SELECT CASE WHEN $2 < 1 THEN 1 ELSE serial END AS serial FROM plumbline.journal
        WHERE stack = $1 AND seq > (SELECT seq FROM start) AND serial > $2 ORDER BY seq LIMIT 1
      ), stop AS (
        SELECT min(seq) AS seq FROM plumbline.journal
        WHERE stack = $1 AND seq > (SELECT seq FROM start) AND serial >= (SELECT serial FROM first) + $3
      )
      SELECT ${journalColumns} FROM plumbline.journal WHERE stack = $1 AND seq >= (SELECT seq FROM start)
        AND ((SELECT seq FROM stop) IS NULL OR seq < (SELECT seq FROM stop)) ORDER BY seq`,
    stack,
    serial,
    limit,
  );
  return rows.map(journalRowOf);
}

/**
 * What is wrong with the row before the serial `after` and those that follow it, up to the newest if `isToEnd`; in
 * parts.
 */
export function* partDamage(
  head: StackHead,
  rows: readonly JournalRow[],
  { after, isToEnd }: { readonly after: number; readonly isToEnd: boolean },
): InParts<readonly string[]> {
  const [first] = rows;
  const isBegun = first !== undefined && first.seq > 1 && first.serial <= after;
  const damage = yield* chainDamageInParts(rows, journalSum, isBegun ? first.prior : 0);
  return isToEnd && !endsAs(head, rows.at(-1)) ? [...damage, newestMissing] : damage;
}

/**
 * What is wrong with the rows of one run and their neighbours: each row itself, and the chain between them; in parts.
 */
export function* runDamage(head: StackHead, run: string, rows: readonly JournalRow[]): InParts<readonly string[]> {
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const damage: string[] = [];
  for (const row of rows) {
    yield;
    const found = damageAt(row, bySeq, head, run);
    if (found !== null) damage.push(found);
  }
  return damage;
}

function damageAt(
  row: JournalRow,
  bySeq: ReadonlyMap<number, JournalRow>,
  head: StackHead,
  run: string,
): string | null {
  if (journalSum(row) !== row.sum) return entryChanged(row.seq);
  if (row.run !== run) return null;
  // The first row of a journal that was pruned is not at its first place.
  const prior = bySeq.get(row.seq - 1)?.sum ?? 0;
  if (row.prior !== prior) return entriesMissingBefore(row.seq);
  const isFollowed =
    row.seq === head.journalSeq ? row.sum === head.journalSum : bySeq.get(row.seq + 1)?.prior === row.sum;
  return isFollowed ? null : `the journal lacks what came after entry ${row.seq}`;
}
