import { rowSum } from "../rows/checksum.ts";
import type { Queries, Row } from "./session.ts";
import type { StackHead } from "./stack-head.ts";

/**
 * One row of the journal. Each names the checksum of the row before it in its stack, and they are numbered from 1: the rows
 * of a stack are a chain.
 */
export interface JournalRow {
  readonly stack: string;
  readonly seq: number;
  readonly epoch: number;
  readonly serial: number;
  readonly run: string;
  readonly prior: number;
  readonly sum: number;
  /** JSON of the entry. */
  readonly entry: string;
}

export function journalSum(row: Omit<JournalRow, "sum">): number {
  return rowSum("journal", row.stack, row.seq, row.epoch, row.serial, row.run, row.prior, row.entry);
}

const columns = "stack, seq, epoch, serial, run, prior, sum, entry";

/** All rows of a stack, oldest first. */
export async function readJournalRows(queries: Queries, stack: string): Promise<readonly JournalRow[]> {
  const rows = await queries.rows(`SELECT ${columns} FROM plumbline.journal WHERE stack = $1 ORDER BY seq`, stack);
  return rows.map(journalRowOf);
}

/** The rows of one run and those that stand before and after them in the journal, whosever they are, oldest first. */
export async function readRunRows(queries: Queries, stack: string, run: string): Promise<readonly JournalRow[]> {
  const rows = await queries.rows(
    `WITH own AS (SELECT seq FROM plumbline.journal WHERE stack = $1 AND run = $2)
      SELECT ${columns} FROM plumbline.journal WHERE stack = $1 AND seq IN (
        SELECT seq - 1 FROM own UNION SELECT seq FROM own UNION SELECT seq + 1 FROM own
      ) ORDER BY seq`,
    stack,
    run,
  );
  return rows.map(journalRowOf);
}

function journalRowOf(row: Row): JournalRow {
  return {
    stack: String(row["stack"]),
    seq: Number(row["seq"]),
    epoch: Number(row["epoch"]),
    serial: Number(row["serial"]),
    run: String(row["run"]),
    prior: Number(row["prior"]),
    sum: Number(row["sum"]),
    entry: String(row["entry"]),
  };
}

/** What is wrong with a journal that should end as the head says, one sentence part each; rows in their order. */
export function journalDamage(head: StackHead, rows: readonly JournalRow[]): readonly string[] {
  const damage: string[] = [];
  let prior = 0;
  for (const [index, row] of rows.entries()) {
    if (journalSum(row) !== row.sum) damage.push(changed(row.seq));
    else if (row.seq !== index + 1 || row.prior !== prior) damage.push(lacksBefore(row.seq));
    prior = row.sum;
  }
  if (rows.length !== head.journalSeq || prior !== head.journalSum) damage.push("the journal lacks its newest entries");
  return damage;
}

/** What is wrong with the rows of one run and their neighbours: each row itself, and the chain between them. */
export function runDamage(head: StackHead, run: string, rows: readonly JournalRow[]): readonly string[] {
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return rows.flatMap((row) => {
    if (journalSum(row) !== row.sum) return [changed(row.seq)];
    if (row.run !== run) return [];
    const prior = row.seq === 1 ? 0 : bySeq.get(row.seq - 1)?.sum;
    if (row.prior !== prior) return [lacksBefore(row.seq)];
    const isFollowed =
      row.seq === head.journalSeq ? row.sum === head.journalSum : bySeq.get(row.seq + 1)?.prior === row.sum;
    return isFollowed ? [] : [`the journal lacks what came after entry ${row.seq}`];
  });
}

function changed(seq: number): string {
  return `entry ${seq} of the journal disagrees with its checksum`;
}

function lacksBefore(seq: number): string {
  return `the journal lacks what came before entry ${seq}`;
}
