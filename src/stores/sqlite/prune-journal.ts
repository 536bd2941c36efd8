import type { InParts } from "../../../packages/base/turns.ts";
import type { PrunedHistory, PruneOutcome } from "../../engine/ports/store.ts";
import { tallied } from "../rows/checksum.ts";
import { type JournalRow, journalRowOf } from "../rows/journal-chain.ts";
import { PrunedRows } from "../rows/pruned-rows.ts";
import { RowDamage } from "../rows/row-damage.ts";
import type { Statements } from "./connection/statements.ts";
import { writeHead } from "./rows/head-rows.ts";
import { insertEntry, pagedJournal, sumOf } from "./rows/journal-rows.ts";
import { deletePlans } from "./rows/plan-table.ts";
import { growRange, wholeRange } from "./rows/run-ranges.ts";
import type { SqliteHead } from "./rows/stack-head.ts";
import { countRecords } from "./rows/state-rows.ts";

/**
 * Puts a checkpoint in the place of the oldest batches of a journal, and forgets plans. A row a part; nothing is
 * written before all rows that go have been looked at. Throws RowDamage where a row is not as it was written.
 */
export function* pruneJournal(statements: Statements, head: SqliteHead, history: PrunedHistory): InParts<PruneOutcome> {
  const known = { ...head, brief: head.brief ?? { records: countRecords(statements, head.name) } };
  const pruned = new PrunedRows(known, sumOf);
  let checkpoint: readonly JournalRow[] | undefined;
  for (const each of pagedJournal(statements, head.name)) {
    yield;
    const row = journalRowOf(each);
    if (row.serial <= history.serial) {
      pruned.drop(row);
      continue;
    }
    checkpoint ??= pruned.checkpoint(history.checkpoint);
    if (checkpoint.length === 0) return "no-gain";
    const { prior, sum } = pruned.keep(row);
    statements.run("UPDATE journal SET prior = ?, sum = ? WHERE seq = ?", prior, sum, row.seq);
  }
  checkpoint ??= pruned.checkpoint(history.checkpoint);
  if (checkpoint.length === 0) return "no-gain";
  putCheckpoint(statements, head.name, checkpoint);
  yield;
  const runSum = forgetSpans(statements, head, checkpoint);
  const planSum = deletePlans(statements, head, history.plans);
  writeHead(statements, { ...head, ...pruned.head(history), runSum, planSum });
  return "done";
}

/** The last row of a checkpoint has the place of the last one that goes. */
function putCheckpoint(statements: Statements, stack: string, rows: readonly JournalRow[]): void {
  statements.run("DELETE FROM journal WHERE seq <= ? AND stack = ?", rows.at(-1)?.seq ?? 0, stack);
  for (const row of rows) insertEntry(statements, row);
}

/** The tally of places of runs, once those that went are forgotten, and the checkpoint has its own. */
function forgetSpans(statements: Statements, { name, runSum }: SqliteHead, checkpoint: readonly JournalRow[]): number {
  const [first, last] = [checkpoint[0], checkpoint.at(-1)];
  if (first === undefined || last === undefined) return runSum;
  let tally = runSum;
  for (const row of statements.all("SELECT * FROM run WHERE stack = ?", name)) {
    const range = wholeRange(row);
    if (range === undefined) throw new RowDamage(`stack \`${name}\`: the place of a run disagrees with its checksum`);
    if (range.first > last.seq) continue;
    if (range.last > last.seq) throw new RowDamage(`stack \`${name}\`: run ${range.run} reaches over what was pruned`);
    statements.run("DELETE FROM run WHERE stack = ? AND run = ?", name, range.run);
    tally = tallied(tally, 0, Number(row["sum"]));
  }
  return growRange(statements, { stack: name, run: first.run, first: first.seq, last: last.seq }, tally);
}
