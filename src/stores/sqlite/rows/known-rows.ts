import type { InParts } from "../../../../packages/base/turns.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { type StandingRecord, standingOf } from "../../../engine/state/records/one-current.ts";
import { type ClaimRow, type KnownRows, noRows, onlyKey, touchedInParts } from "../../rows/batch/known-rows.ts";
import type { Texts } from "../../rows/batch/text-rows.ts";
import type { Row, Statements } from "../connection/statements.ts";
import { rowByRow } from "./paged-rows.ts";
import { recordIn, rowsAt } from "./record-lookup.ts";

/** Reads what the entries touch, in parts. */
export function* readKnownRows(
  statements: Statements,
  stack: string,
  entries: readonly JournalEntry[],
): InParts<KnownRows<Texts>> {
  const touched = yield* touchedInParts(entries);
  const known = noRows<Texts>();
  yield* rowByRow(touched.records, (key) => {
    const row = statements.get("SELECT sum FROM record WHERE stack = ? AND key = ?", stack, key);
    if (row !== undefined) known.records.set(key, { sum: Number(row["sum"]) });
    return 0;
  });
  yield* rowByRow(touched.intents, (key) => {
    const row = statements.get("SELECT body, handle, sum FROM intent WHERE stack = ? AND key = ?", stack, key);
    if (row === undefined) return 0;
    const body = String(row["body"]);
    const handle = row["handle"] === null ? null : String(row["handle"]);
    known.intents.set(key, { body, handle, sum: Number(row["sum"]) });
    return body.length;
  });
  for (const table of ["outputs", "context"] as const) {
    const row = touched[table] ? statements.get(`SELECT sum FROM ${table} WHERE stack = ?`, stack) : undefined;
    if (row !== undefined) known[table].set(onlyKey, { sum: Number(row["sum"]) });
  }
  yield* rowByRow(touched.claims, (claimKey) => {
    const row = readClaim(statements, claimKey);
    if (row !== undefined) known.claims.set(claimKey, row);
    return 0;
  });
  yield* rowByRow(touched.addresses, (address) => readStanding(statements, stack, address, known.standing));
  return known;
}

/** Reads the records at an address, as far as their rows are whole; gives how much text they have. */
function readStanding(
  statements: Statements,
  stack: string,
  address: string,
  standing: Map<string, StandingRecord>,
): number {
  let text = 0;
  for (const row of rowsAt(statements, stack, address)) {
    const record = recordIn(stack, row);
    if (record !== undefined) standing.set(String(row["key"]), standingOf(record));
    text += String(row["body"]).length;
  }
  return text;
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
