import type { InParts } from "../../../packages/base/turns.ts";
import { journalRowOf } from "../rows/journal-chain.ts";
import { bytesIn } from "../rows/packed-text.ts";
import { RenamedRows, type StackRow } from "../rows/renamed-rows.ts";
import { RowDamage } from "../rows/row-damage.ts";
import type { Row, Statements } from "./connection/statements.ts";
import { writeHead } from "./rows/head-rows.ts";
import { pagedJournal, sumOf } from "./rows/journal-rows.ts";
import { pagedRows } from "./rows/paged-rows.ts";
import { newHead, type SqliteHead } from "./rows/stack-head.ts";
import { claimRows, rowsByKey } from "./rows/state-rows.ts";

/**
 * Gives all rows of a stack another name, and its head. `former`: the head that is there and was never written to. A
 * row a part. Throws RowDamage where one is not as it was written.
 */
export function* giveName(
  statements: Statements,
  head: SqliteHead,
  to: string,
  former: SqliteHead | undefined,
): InParts<void> {
  makeRoom(statements, to);
  const renamed = new RenamedRows(head, to, sumOf);
  for (const rows of [keyedRows, journalRows, rowsAside]) yield* rows(statements, head.name, to, renamed);
  // The epoch stays behind and grows, as where a stack was removed: rows of before that lie about are older than this
  // head.
  writeHead(statements, { ...newHead(head.name), epoch: head.epoch + 1 });
  writeHead(statements, {
    ...renamed.head(former),
    planSum: renamed.tally("plan", head.planSum),
    runSum: renamed.tally("run", head.runSum),
  });
}

/**
 * Takes away what a name has that was never written to: plans alone. Anything else there is the rest of a stack that is
 * lost.
 */
function makeRoom(statements: Statements, to: string): void {
  for (const table of ["record", "intent", "outputs", "context", "claim", "journal", "run"]) {
    if (statements.get(`SELECT 1 FROM ${table} WHERE stack = ? LIMIT 1`, to) === undefined) continue;
    throw new RowDamage(`stack \`${to}\`: there are rows of it, and its head knows of none`);
  }
  statements.run("DELETE FROM plan WHERE stack = ?", to);
}

/** Records, intents, outputs, the context and claims. */
function* keyedRows(statements: Statements, stack: string, to: string, renamed: RenamedRows): InParts<void> {
  for (const row of rowsByKey(statements, "record", "key, body, sum", stack)) {
    const [key, body] = [String(row["key"]), String(row["body"])];
    const sum = renamed.sum({ table: "record", key, body }, row["sum"]);
    statements.run("UPDATE record SET stack = ?, sum = ? WHERE stack = ? AND key = ?", to, sum, stack, key);
    yield;
  }
  for (const row of rowsByKey(statements, "intent", "key, body, handle, sum", stack)) {
    const [key, body] = [String(row["key"]), String(row["body"])];
    const handle = row["handle"] === null ? null : String(row["handle"]);
    const sum = renamed.sum({ table: "intent", key, body, handle }, row["sum"]);
    statements.run("UPDATE intent SET stack = ?, sum = ? WHERE stack = ? AND key = ?", to, sum, stack, key);
    yield;
  }
  for (const table of ["outputs", "context"] as const) {
    const row = statements.get(`SELECT body, sum FROM ${table} WHERE stack = ?`, stack);
    if (row === undefined) continue;
    const sum = renamed.sum({ table, body: String(row["body"]) }, row["sum"]);
    statements.run(`UPDATE ${table} SET stack = ?, sum = ? WHERE stack = ?`, to, sum, stack);
  }
  for (const row of claimRows(statements, stack)) {
    const claimKey = String(row["claim_key"]);
    const claim: StackRow = { table: "claim", claimKey, uid: String(row["uid"]), address: String(row["address"]) };
    const sum = renamed.sum(claim, row["sum"]);
    statements.run("UPDATE claim SET stack = ?, sum = ? WHERE claim_key = ?", to, sum, claimKey);
    yield;
  }
}

function* journalRows(statements: Statements, stack: string, _to: string, renamed: RenamedRows): InParts<void> {
  for (const row of pagedJournal(statements, stack)) {
    const { seq, stack: name, prior, sum } = renamed.entry(journalRowOf(row));
    statements.run("UPDATE journal SET stack = ?, prior = ?, sum = ? WHERE seq = ?", name, prior, sum, seq);
    yield;
  }
}

/** Places of runs, and plans. */
function* rowsAside(statements: Statements, stack: string, to: string, renamed: RenamedRows): InParts<void> {
  for (const row of pagedBy(statements, "run", "run", stack)) {
    const run = String(row["run"]);
    const range: StackRow = { table: "run", run, first: Number(row["first_seq"]), last: Number(row["last_seq"]) };
    const sum = renamed.sum(range, row["sum"]);
    statements.run("UPDATE run SET stack = ?, sum = ? WHERE stack = ? AND run = ?", to, sum, stack, run);
    yield;
  }
  for (const row of pagedBy(statements, "plan", "digest", stack)) {
    const digest = String(row["digest"]);
    const [kind, createdAt] = [String(row["kind"]), String(row["created_at"])];
    const plan: StackRow = { table: "plan", digest, kind, createdAt, document: bytesIn(row["document"]) };
    const sum = renamed.sum(plan, row["sum"]);
    statements.run("UPDATE plan SET stack = ?, sum = ? WHERE stack = ? AND digest = ?", to, sum, stack, digest);
    yield;
  }
}

/** All rows that a stack has in a table, by a column of its key. */
function pagedBy(statements: Statements, table: "run" | "plan", column: string, stack: string): Iterable<Row> {
  const sql = `SELECT * FROM ${table} WHERE stack = ? AND ${column} > ? ORDER BY ${column} LIMIT ?`;
  const keyOf = (row: Row | undefined) => String(row?.[column] ?? "");
  return pagedRows((after, limit) => statements.all(sql, stack, keyOf(after), limit), keyOf);
}
