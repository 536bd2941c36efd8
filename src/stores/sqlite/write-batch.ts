import type { InParts } from "../../../packages/base/turns.ts";
import type { KnownRows } from "../rows/batch/known-rows.ts";
import { TextBatch, type Texts } from "../rows/batch/text-batch.ts";
import type { Statements } from "./connection/statements.ts";
import { insertEntry, lastPlace, sumOf } from "./rows/journal-rows.ts";
import { growSpan, spansIn } from "./rows/run-spans.ts";
import { type SqliteHead, writeHead } from "./rows/stack-head.ts";

/** What is to be written to a stack. The rows of the journals of all stacks are counted together. */
export function newBatch(statements: Statements, head: SqliteHead, known: KnownRows<Texts>): TextBatch<SqliteHead> {
  return new TextBatch(head, known, { last: lastPlace(statements), sumOf });
}

const upserts = {
  record: `INSERT INTO record (stack, key, body, sum) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET body = excluded.body, sum = excluded.sum`,
  intent: `INSERT INTO intent (stack, key, body, handle, sum) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET body = excluded.body, handle = excluded.handle, sum = excluded.sum`,
  claim: `INSERT INTO claim (claim_key, stack, uid, address, sum) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET stack = excluded.stack, uid = excluded.uid, address = excluded.address, sum = excluded.sum`,
} as const;

/** Writes what was staged, a row a part, and the head of the stack, which it gives. */
export function* writeBatch(statements: Statements, batch: TextBatch<SqliteHead>): InParts<SqliteHead> {
  const { name } = batch.head();
  for (const row of batch.journal) {
    insertEntry(statements, row);
    yield;
  }
  for (const { key, row } of batch.records.written()) {
    statements.run(upserts.record, name, key, row.body, row.sum);
    yield;
  }
  for (const { key, row } of batch.intents.written()) {
    statements.run(upserts.intent, name, key, row.body, row.handle, row.sum);
    yield;
  }
  for (const { row } of batch.claims.written()) {
    statements.run(upserts.claim, row.claimKey, row.stack, row.uid, row.address, row.sum);
    yield;
  }
  for (const table of ["outputs", "context"] as const) {
    for (const { row } of batch[table].written()) {
      statements.run(
        `INSERT INTO ${table} (stack, body, sum) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET body = excluded.body, sum = excluded.sum`,
        ...[name, row.body, row.sum],
      );
    }
  }
  yield* removeRows(statements, name, batch);
  const head = batch.head();
  let { runSum } = head;
  for (const span of spansIn(batch.journal)) runSum = growSpan(statements, span, runSum);
  const written = { ...head, runSum };
  writeHead(statements, written);
  return written;
}

function* removeRows(
  statements: Statements,
  stack: string,
  { records, intents, claims }: TextBatch<SqliteHead>,
): InParts<void> {
  for (const key of records.removed()) {
    statements.run("DELETE FROM record WHERE stack = ? AND key = ?", stack, key);
    yield;
  }
  for (const key of intents.removed()) {
    statements.run("DELETE FROM intent WHERE stack = ? AND key = ?", stack, key);
    yield;
  }
  for (const claimKey of claims.removed()) {
    statements.run("DELETE FROM claim WHERE claim_key = ?", claimKey);
    yield;
  }
}
