import { type InParts, inOneTurn } from "../../../packages/base/turns.ts";
import { bytesIn } from "./packed-text.ts";
import type { StackHead } from "./stack-head.ts";

/**
 * One row of the journal. Each names the checksum of the row before it in its stack: the rows of a stack are a chain.
 */
export interface JournalRow {
  readonly seq: number;
  readonly stack: string;
  readonly epoch: number;
  readonly serial: number;
  readonly run: string;
  readonly prior: number;
  readonly sum: number;
  /** JSON of the entry, packed. */
  readonly entry: Uint8Array;
}

export const journalColumns = "seq, stack, epoch, serial, run, prior, sum, entry";

export function journalRowOf(row: Readonly<Record<string, unknown>>): JournalRow {
  return {
    seq: Number(row["seq"]),
    stack: String(row["stack"]),
    epoch: Number(row["epoch"]),
    serial: Number(row["serial"]),
    run: String(row["run"]),
    prior: Number(row["prior"]),
    sum: Number(row["sum"]),
    entry: bytesIn(row["entry"]),
  };
}

/** The checksum that a row should carry; what is in it is the store's own. */
type SumOf = (row: JournalRow) => number;

/**
 * What is wrong with rows that should follow one another, one sentence part each. `before`: the checksum of the row
 * before the first, where that is known. In parts.
 */
export function* chainDamageInParts(
  rows: readonly JournalRow[],
  sumOf: SumOf,
  before?: number,
): InParts<readonly string[]> {
  const damage: string[] = [];
  let prior = before;
  for (const row of rows) {
    if (sumOf(row) !== row.sum) damage.push(entryChanged(row.seq));
    else if (prior !== undefined && row.prior !== prior) damage.push(entriesMissingBefore(row.seq));
    prior = row.sum;
    yield;
  }
  return damage;
}

/**
 * What is wrong with a journal that should be whole and end as the head says, one sentence part each; rows in their
 * order.
 */
export function journalDamage(head: StackHead, rows: readonly JournalRow[], sumOf: SumOf): readonly string[] {
  return inOneTurn(journalDamageInParts(head, rows, sumOf));
}

/** The same in parts. */
export function* journalDamageInParts(
  head: StackHead,
  rows: readonly JournalRow[],
  sumOf: SumOf,
): InParts<readonly string[]> {
  const damage = firstAndCount(yield* chainDamageInParts(rows, sumOf, 0));
  return endsAs(head, rows.at(-1)) ? damage : [...damage, newestMissing];
}

/** The first break of a journal, and how many come after it: a journal may have one at each of its entries. */
function firstAndCount(damage: readonly string[]): readonly string[] {
  const [first, ...more] = damage;
  if (first === undefined || more.length === 0) return damage;
  return [`${first}, and ${more.length} ${more.length === 1 ? "gap or change" : "gaps or changes"} more`];
}

/** Whether a row is the newest that the head knows of. */
export function endsAs(head: StackHead, newest: Pick<JournalRow, "seq" | "sum"> | undefined): boolean {
  return (newest?.seq ?? 0) === head.journalSeq && (newest?.sum ?? 0) === head.journalSum;
}

export const newestMissing = "the journal lacks its newest entries";

export function entryChanged(seq: number): string {
  return `entry ${seq} of the journal disagrees with its checksum`;
}

export function entriesMissingBefore(seq: number): string {
  return `the journal lacks what came before entry ${seq}`;
}
