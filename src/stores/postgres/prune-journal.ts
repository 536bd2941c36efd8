import { mappedInParts } from "../../../packages/base/turns.ts";
import type { PrunedHistory, PruneOutcome } from "../../engine/ports/store.ts";
import type { JournalRow } from "../rows/journal-chain.ts";
import { PrunedRows } from "../rows/pruned-rows.ts";
import type { StackHead } from "../rows/stack-head.ts";
import type { Awake } from "./connection/awake.ts";
import type { Queries } from "./connection/session.ts";
import { writeHead } from "./rows/head-rows.ts";
import { journalSum, readJournalRows } from "./rows/journal-rows.ts";

/** Rows that are written at once: less than what the server would compare with a whole table. */
const rowsOfPage = 100;

/**
 * Puts a checkpoint in the place of the oldest batches of a journal, and forgets plans; the head of the stack is
 * locked. Throws RowDamage where a row is not as it was written.
 */
export async function pruneJournal(
  queries: Queries,
  head: StackHead,
  history: PrunedHistory,
  awake: Awake,
): Promise<PruneOutcome> {
  const pruned = new PrunedRows(head, journalSum);
  const rows = await readJournalRows(queries, head.name);
  const first = rows.findIndex(({ serial }) => serial > history.serial);
  const length = first === -1 ? rows.length : first;
  await awake(mappedInParts(rows.slice(0, length), (row) => pruned.drop(row)));
  const checkpoint = pruned.checkpoint(history.checkpoint);
  if (checkpoint.length === 0) return "no-gain";
  const kept = await awake(mappedInParts(rows.slice(length), (row) => pruned.keep(row)));
  await queries.rows("DELETE FROM plumbline.journal WHERE stack = $1 AND serial <= $2", head.name, history.serial);
  for (const page of pagesOf(checkpoint)) await insertRows(queries, head.name, page);
  for (const page of pagesOf(kept)) await chainRows(queries, head.name, page);
  await queries.rows(
    "DELETE FROM plumbline.plan WHERE stack = $1 AND digest = ANY($2::text[])",
    ...[head.name, history.plans],
  );
  await writeHead(queries, pruned.head(history));
  return "done";
}

function pagesOf(rows: readonly JournalRow[]): readonly (readonly JournalRow[])[] {
  const pages = Math.ceil(rows.length / rowsOfPage);
  return Array.from({ length: pages }, (_, page) => rows.slice(page * rowsOfPage, (page + 1) * rowsOfPage));
}

async function insertRows(queries: Queries, stack: string, rows: readonly JournalRow[]): Promise<void> {
  await queries.rows(
    `INSERT INTO plumbline.journal (stack, seq, epoch, serial, run, prior, sum, entry)
      SELECT $1, * FROM unnest(
        $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bytea[]
      )`,
    stack,
    rows.map(({ seq }) => seq),
    rows.map(({ epoch }) => epoch),
    rows.map(({ serial }) => serial),
    rows.map(({ run }) => run),
    rows.map(({ prior }) => prior),
    rows.map(({ sum }) => sum),
    rows.map(({ entry }) => entry),
  );
}

async function chainRows(queries: Queries, stack: string, rows: readonly JournalRow[]): Promise<void> {
  await queries.rows(
    `UPDATE plumbline.journal j SET prior = n.prior, sum = n.sum
      FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS n (seq, prior, sum)
      WHERE j.stack = $1 AND j.seq = n.seq`,
    stack,
    rows.map(({ seq }) => seq),
    rows.map(({ prior }) => prior),
    rows.map(({ sum }) => sum),
  );
}
