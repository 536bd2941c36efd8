import type { InParts } from "../../../../packages/base/turns.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { type ClaimRow, type KnownRows, noRows, onlyKey, touchedInParts } from "../../rows/batch/known-rows.ts";
import type { Texts } from "../../rows/batch/text-batch.ts";
import type { Row, Statements } from "../connection/statements.ts";
import { recordsAt } from "./record-lookup.ts";

/** Reads what the entries touch; a row a part. */
export function* readKnownRows(
  statements: Statements,
  stack: string,
  entries: readonly JournalEntry[],
): InParts<KnownRows<Texts>> {
  const touched = yield* touchedInParts(entries);
  const known = noRows<Texts>();
  for (const key of touched.records) {
    const row = statements.get("SELECT sum FROM record WHERE stack = ? AND key = ?", stack, key);
    if (row !== undefined) known.records.set(key, { sum: Number(row["sum"]) });
    yield;
  }
  for (const key of touched.intents) {
    const row = statements.get("SELECT body, handle, sum FROM intent WHERE stack = ? AND key = ?", stack, key);
    if (row !== undefined) {
      const handle = row["handle"] === null ? null : String(row["handle"]);
      known.intents.set(key, { body: String(row["body"]), handle, sum: Number(row["sum"]) });
    }
    yield;
  }
  for (const table of ["outputs", "context"] as const) {
    const row = touched[table] ? statements.get(`SELECT sum FROM ${table} WHERE stack = ?`, stack) : undefined;
    if (row !== undefined) known[table].set(onlyKey, { sum: Number(row["sum"]) });
  }
  for (const claimKey of touched.claims) {
    const row = readClaim(statements, claimKey);
    if (row !== undefined) known.claims.set(claimKey, row);
    yield;
  }
  for (const address of touched.addresses) {
    for (const [key, record] of recordsAt(statements, stack, address)) known.standing.set(key, record);
    yield;
  }
  return known;
}

/** The row of a claim, of whatever stack; it is not proved yet. */
export function readClaim(statements: Statements, claimKey: string): ClaimRow | undefined {
  const row = statements.get("SELECT claim_key, stack, uid, address, sum FROM claim WHERE claim_key = ?", claimKey);
  return row === undefined ? undefined : claimRowOf(row);
}

export function claimRowOf(row: Row): ClaimRow {
  return {
    claimKey: String(row["claim_key"]),
    stack: String(row["stack"]),
    uid: String(row["uid"]),
    address: String(row["address"]),
    sum: Number(row["sum"]),
  };
}
