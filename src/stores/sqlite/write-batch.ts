import type { InParts } from "../../../packages/base/turns.ts";
import type { KnownRows } from "../rows/batch/known-rows.ts";
import { TextBatch } from "../rows/batch/text-batch.ts";
import type { Texts } from "../rows/batch/text-rows.ts";
import type { Statements } from "./connection/statements.ts";
import { writeHead } from "./rows/head-rows.ts";
import { insertEntry, lastPlace, sumOf } from "./rows/journal-rows.ts";
import { rowByRow } from "./rows/paged-rows.ts";
import { growRange, rangesIn } from "./rows/run-ranges.ts";
import type { SqliteHead } from "./rows/stack-head.ts";

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
    ON CONFLICT DO UPDATE SET stack = excluded.stack, uid = excluded.uid, address = excluded.address,
      sum = excluded.sum`,
  outputs: onlyRow("outputs"),
  context: onlyRow("context"),
} as const;

/** Writes the one row that a stack has in a table. */
function onlyRow(table: "outputs" | "context"): string {
  return `INSERT INTO ${table} (stack, body, sum) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET body = excluded.body, sum = excluded.sum`;
}

/** Writes what was staged, in parts, and the head of the stack, which it gives. */
export function* writeBatch(statements: Statements, batch: TextBatch<SqliteHead>): InParts<SqliteHead> {
  const head = batch.head();
  const stack = head.name;
  yield* rowByRow(batch.journal, (row) => {
    insertEntry(statements, row);
    return row.entry.length;
  });
  yield* rowByRow(batch.records.written(), ({ key, row: { body, sum } }) => {
    statements.run(upserts.record, stack, key, body, sum);
    return body.length;
  });
  yield* rowByRow(batch.intents.written(), ({ key, row: { body, handle, sum } }) => {
    statements.run(upserts.intent, stack, key, body, handle, sum);
    return body.length;
  });
  yield* rowByRow(batch.claims.written(), ({ key, row: { uid, address, sum } }) => {
    statements.run(upserts.claim, key, stack, uid, address, sum);
    return 0;
  });
  for (const table of ["outputs", "context"] as const) {
    for (const { row } of batch[table].written()) statements.run(upserts[table], stack, row.body, row.sum);
  }
  yield* rowByRow(batch.records.removed(), (key) =>
    statements.run("DELETE FROM record WHERE stack = ? AND key = ?", stack, key),
  );
  yield* rowByRow(batch.intents.removed(), (key) =>
    statements.run("DELETE FROM intent WHERE stack = ? AND key = ?", stack, key),
  );
  yield* rowByRow(batch.claims.removed(), (key) => statements.run("DELETE FROM claim WHERE claim_key = ?", key));
  const runSum = rangesIn(batch.journal).reduce((tally, span) => growRange(statements, span, tally), head.runSum);
  const written = { ...head, runSum };
  writeHead(statements, written);
  return written;
}
