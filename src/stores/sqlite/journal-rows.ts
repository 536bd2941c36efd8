import type { JournalEntry } from "../../engine/state/journal.ts";
import { rowSum } from "../rows/checksum.ts";
import type { StackHead } from "./stack-head.ts";
import type { Row, Statements } from "./statements.ts";

/** The newest row of a stack's journal: its place and its checksum, which the next row names. */
export interface JournalEnd {
  journalSeq: number;
  journalSum: number;
}

/** One row of the journal. Each names the checksum of the row before it in its stack: the rows of a stack are a chain. */
export interface JournalRow {
  readonly seq: number;
  readonly stack: string;
  readonly epoch: number;
  readonly serial: number;
  readonly run: string;
  readonly prior: number;
  readonly sum: number;
  /** JSON of the entry. */
  readonly entry: string;
}

const columns = "seq, stack, epoch, serial, run, prior, sum, entry";

/** Adds an entry after `end`, which moves on to it. */
export function appendEntry(
  statements: Statements,
  { stack, epoch, serial }: { readonly stack: string; readonly epoch: number; readonly serial: number },
  entry: JournalEntry,
  end: JournalEnd,
): void {
  const text = JSON.stringify(entry);
  const prior = end.journalSum;
  const sum = journalSum({ stack, epoch, serial, run: entry.run, prior, entry: text });
  const row = statements.get(
    "INSERT INTO journal (stack, epoch, serial, run, prior, sum, entry) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING seq",
    stack,
    epoch,
    serial,
    entry.run,
    prior,
    sum,
    text,
  );
  end.journalSeq = Number(row?.["seq"]);
  end.journalSum = sum;
}

function journalSum(row: Omit<JournalRow, "seq" | "sum">): number {
  return rowSum("journal", row.stack, row.epoch, row.serial, row.run, row.prior, row.entry);
}

export function isWholeRow(row: JournalRow): boolean {
  return journalSum(row) === row.sum;
}

/** All rows of a stack, oldest first. */
export function readJournalRows(statements: Statements, stack: string): readonly JournalRow[] {
  return statements.all(`SELECT ${columns} FROM journal WHERE stack = ? ORDER BY seq`, stack).map(journalRowOf);
}

/** The rows of a stack from one place to another, oldest first. */
export function readSpan(statements: Statements, stack: string, first: number, last: number): readonly JournalRow[] {
  return statements
    .all(`SELECT ${columns} FROM journal WHERE seq BETWEEN ? AND ? AND stack = ? ORDER BY seq`, first, last, stack)
    .map(journalRowOf);
}

export function journalRowOf(row: Row): JournalRow {
  return {
    seq: Number(row["seq"]),
    stack: String(row["stack"]),
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
  for (const row of rows) {
    if (!isWholeRow(row)) damage.push(`entry ${row.seq} of the journal disagrees with its checksum`);
    else if (row.prior !== prior) damage.push(`the journal lacks what came before entry ${row.seq}`);
    prior = row.sum;
  }
  if (prior !== head.journalSum || (rows.at(-1)?.seq ?? 0) !== head.journalSeq) {
    damage.push("the journal lacks its newest entries");
  }
  return damage;
}

/** What is wrong with a part of a journal that should go from one row to another, one sentence part each. */
export function spanDamage(rows: readonly JournalRow[], first: number, last: number): readonly string[] {
  const damage: string[] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (!isWholeRow(row)) damage.push(`entry ${row.seq} of the journal disagrees with its checksum`);
    else if (before !== undefined && before.sum !== row.prior) {
      damage.push(`the journal lacks what came before entry ${row.seq}`);
    }
  }
  const isWhole = rows[0]?.seq === first && rows.at(-1)?.seq === last;
  return isWhole ? damage : [...damage, `the journal lacks entry ${first} or ${last}`];
}

/** Whether the newest row is there, at the cost of one look. */
export function endDamage(statements: Statements, head: StackHead): readonly string[] {
  if (head.journalSeq === 0) return [];
  const row = statements.get("SELECT stack, sum FROM journal WHERE seq = ?", head.journalSeq);
  return row?.["stack"] === head.name && row["sum"] === head.journalSum ? [] : ["the journal lacks its newest entries"];
}
