import { rowSum, tallied } from "../../rows/checksum.ts";
import type { JournalRow } from "../../rows/journal-chain.ts";
import { RowDamage } from "../../rows/row-damage.ts";
import type { Row, Statements } from "../connection/statements.ts";

/**
 * Where a run stands in the journal: all its rows are from `first` to `last`, with rows of other runs perhaps between.
 */
export interface RunRange {
  readonly stack: string;
  readonly run: string;
  readonly first: number;
  readonly last: number;
}

/** The ranges of the runs in rows of one journal, oldest first. */
export function rangesIn(rows: readonly JournalRow[]): readonly RunRange[] {
  return [...Map.groupBy(rows, ({ run }) => run)].flatMap(([run, own]) => {
    const [first, last] = [own[0], own.at(-1)];
    return first === undefined || last === undefined
      ? []
      : [{ stack: first.stack, run, first: first.seq, last: last.seq }];
  });
}

/** Extends the range of a run; gives the stack's tally of ranges after it. Throws RowDamage. */
export function growRange(statements: Statements, { stack, run, first, last }: RunRange, tally: number): number {
  const known = statements.get("SELECT * FROM run WHERE stack = ? AND run = ?", stack, run);
  const before = known === undefined ? undefined : wholeRange(known);
  if (known !== undefined && before === undefined) {
    throw new RowDamage(`the place of run ${run} of stack \`${stack}\` disagrees with its checksum`);
  }
  const start = before?.first ?? first;
  const sum = rowSum("run", stack, run, start, last);
  statements.run(
    "INSERT INTO run (stack, run, first_seq, last_seq, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE " +
      "SET last_seq = excluded.last_seq, sum = excluded.sum",
    stack,
    run,
    start,
    last,
    sum,
  );
  return tallied(tally, sum, Number(known?.["sum"] ?? 0));
}

/** The range of a run: undefined when it has none, `damaged` when the row disagrees with its checksum. */
export function readRangeOf(statements: Statements, stack: string, run: string): RunRange | "damaged" | undefined {
  const row = statements.get("SELECT * FROM run WHERE stack = ? AND run = ?", stack, run);
  return row === undefined ? undefined : (wholeRange(row) ?? "damaged");
}

/** The tally of the ranges of a stack, as they are there. */
export function rangeTally(statements: Statements, stack: string): number {
  return statements
    .all("SELECT * FROM run WHERE stack = ?", stack)
    .reduce((tally, row) => tallied(tally, wholeRange(row) === undefined ? 0 : Number(row["sum"]), 0), 0);
}

/** A row with its checksum checked; undefined when they disagree. */
export function wholeRange(row: Row): RunRange | undefined {
  const range = {
    stack: String(row["stack"]),
    run: String(row["run"]),
    first: Number(row["first_seq"]),
    last: Number(row["last_seq"]),
  };
  return rowSum("run", range.stack, range.run, range.first, range.last) === row["sum"] ? range : undefined;
}
