import { type InParts, mappedInParts } from "../../../../packages/base/turns.ts";
import { rowSum } from "../../rows/checksum.ts";
import {
  chainDamageInParts,
  type JournalRow,
  journalColumns,
  journalRowOf,
  newestMissing,
} from "../../rows/journal-chain.ts";
import type { StackHead } from "../../rows/stack-head.ts";
import type { Row, Statements } from "../connection/statements.ts";
import { pagedRows } from "./paged-rows.ts";

/** The place of the newest row of all journals; 0 without any. */
export function lastPlace(statements: Statements): number {
  return Number(statements.get("SELECT max(seq) AS last FROM journal")?.["last"] ?? 0);
}

/** Adds a row to a journal. */
export function insertEntry(statements: Statements, row: JournalRow): void {
  statements.run(
    "INSERT INTO journal (seq, stack, epoch, serial, run, prior, sum, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ...[row.seq, row.stack, row.epoch, row.serial, row.run, row.prior, row.sum, row.entry],
  );
}

/** The checksum that a row should carry. */
export function sumOf(row: Omit<JournalRow, "seq" | "sum">): number {
  return rowSum("journal", row.stack, row.epoch, row.serial, row.run, row.prior, row.entry);
}

/** All rows of a stack, oldest first, in parts. */
export function journalRowsInParts(statements: Statements, stack: string): InParts<readonly JournalRow[]> {
  return spanInParts(statements, stack, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

/** The rows of a stack from one place to another, oldest first; in parts. */
export function spanInParts(
  statements: Statements,
  stack: string,
  first: number,
  last: number,
): InParts<readonly JournalRow[]> {
  return mappedInParts(pagedSpan(statements, stack, first, last), journalRowOf);
}

/** All rows of a stack, oldest first, read page by page. */
export function pagedJournal(statements: Statements, stack: string): Iterable<Row> {
  return pagedSpan(statements, stack, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

function pagedSpan(statements: Statements, stack: string, first: number, last: number): Iterable<Row> {
  const sql = `SELECT ${journalColumns} FROM journal WHERE seq BETWEEN ? AND ? AND stack = ? ORDER BY seq LIMIT ?`;
  const seqOf = (row: Row) => Number(row["seq"]);
  return pagedRows(
    (after, limit) => statements.all(sql, after === undefined ? first : seqOf(after) + 1, last, stack, limit),
    (row) => String(seqOf(row)),
  );
}

/** The rows of a stack's batches after a serial, at most `limit` batches, with what is wrong with them; in parts. */
export function* readAfter(
  statements: Statements,
  head: StackHead,
  serial: number,
  limit: number,
): InParts<{ readonly rows: readonly JournalRow[]; readonly damage: readonly string[] }> {
  const before = statements.get(
    "SELECT seq, sum FROM journal WHERE stack = ? AND seq <= ? AND serial <= ? ORDER BY seq DESC LIMIT 1",
    head.name,
    nearAbove(statements, head, serial),
    serial,
  );
  const [start, prior] = [Number(before?.["seq"] ?? 0), Number(before?.["sum"] ?? 0)];
  const following = (after: number) =>
    statements.get(
      "SELECT seq, serial FROM journal WHERE stack = ? AND seq > ? AND seq <= ? AND serial > ? ORDER BY seq LIMIT 1",
      head.name,
      start,
      // What follows is of other stacks.
      head.journalSeq,
      after,
    );
  // Serials jump where a store was restored: a page begins with what there is. The first batch may have no row.
  const first = serial < 1 ? 1 : Number(following(serial)?.["serial"] ?? serial);
  const beyond = following(first - 1 + limit);
  const end = beyond === undefined ? head.journalSeq : Number(beyond["seq"]) - 1;
  const rows = yield* spanInParts(statements, head.name, start + 1, end);
  const damage = yield* chainDamageInParts(rows, sumOf, prior);
  return { rows, damage: beyond === undefined ? [...damage, ...endDamage(statements, head)] : damage };
}

/** The rows among which a serial is looked for one by one. */
const near = 64;

/**
 * A place in the journal that no row up to a serial lies beyond, and that few rows beyond it lie before. It is looked
 * for ever farther back from the newest row, since whoever follows a journal is near its end, and then by halves.
 */
function nearAbove(statements: Statements, { name, journalSeq }: StackHead, serial: number): number {
  let [low, high] = [0, journalSeq];
  for (let back = near; high - low > near; back *= 2) {
    const at = Math.max(high - back, Math.floor((low + high) / 2));
    const row = statements.get(
      "SELECT seq, serial FROM journal WHERE stack = ? AND seq > ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
      name,
      low,
      at,
    );
    if (row === undefined || Number(row["serial"]) <= serial) low = at;
    else high = Number(row["seq"]);
  }
  return high;
}

/** What is wrong with a part of a journal that should go from one row to another, one sentence part each; in parts. */
export function* spanDamage(rows: readonly JournalRow[], first: number, last: number): InParts<readonly string[]> {
  const damage = yield* chainDamageInParts(rows, sumOf);
  const isWhole = rows[0]?.seq === first && rows.at(-1)?.seq === last;
  return isWhole ? damage : [...damage, `the journal lacks entry ${first} or ${last}`];
}

/** Whether the newest row is there, at the cost of one look. */
export function endDamage(statements: Statements, head: StackHead): readonly string[] {
  if (head.journalSeq === 0) return [];
  const row = statements.get("SELECT stack, sum FROM journal WHERE seq = ?", head.journalSeq);
  return row?.["stack"] === head.name && row["sum"] === head.journalSum ? [] : [newestMissing];
}
