import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { noContext, type StackContext } from "../../../engine/state/stack-context.ts";
import { assembleState, type OpenIntent, type StackState } from "../../../engine/state/stack-state.ts";
import { wholeClaim } from "../../rows/batch/text-rows.ts";
import { rowSum, tallied } from "../../rows/checksum.ts";
import { restoredIn } from "../../rows/stack-head.ts";
import { readContext, readIntent, readObject, readRecord } from "../../rows/stored-documents.ts";
import type { Row, Statements } from "../connection/statements.ts";
import { claimRowOf } from "./known-rows.ts";
import { pagedRows } from "./paged-rows.ts";
import type { SqliteHead } from "./stack-head.ts";

/** How many records a stack has, by a look at all of them. */
export function countRecords(statements: Statements, stack: string): number {
  return Number(statements.get("SELECT count(*) AS records FROM record WHERE stack = ?", stack)?.["records"]);
}

/** Rows of one kind that were read: what they hold, and what is wrong with some of them. */
export interface StateReading {
  readonly records: readonly { readonly key: string; readonly record: ResourceRecord }[];
  readonly intents: readonly { readonly key: string; readonly open: OpenIntent }[];
  readonly outputs: JsonObject;
  readonly context: StackContext;
  readonly tally: number;
  /** One sentence part per damaged row. */
  readonly damage: readonly string[];
}

/** All rows that a stack has in a table, by their keys. */
export function rowsByKey(
  statements: Statements,
  table: "record" | "intent",
  columns: string,
  stack: string,
): Iterable<Row> {
  const sql = `SELECT ${columns} FROM ${table} WHERE stack = ? AND key > ? ORDER BY key LIMIT ?`;
  const keyOf = (row: Row | undefined) => String(row?.["key"] ?? "");
  return pagedRows((after, limit) => statements.all(sql, stack, keyOf(after), limit), keyOf);
}

/** All claims of a stack, by their addresses, which the index has them by. */
export function claimRows(statements: Statements, stack: string): Iterable<Row> {
  const sql = `SELECT claim_key, stack, uid, address, sum FROM claim
    WHERE stack = ? AND (address, claim_key) > (?, ?) ORDER BY address, claim_key LIMIT ?`;
  const keyOf = (row: Row | undefined) => String(row?.["claim_key"] ?? "");
  return pagedRows(
    (after, limit) => statements.all(sql, stack, String(after?.["address"] ?? ""), keyOf(after), limit),
    keyOf,
  );
}

/** Reads all rows of a stack's state. Rows that disagree with their checksum are left out and told. In parts. */
export function* stateRowsInParts(statements: Statements, stack: string): InParts<StateReading> {
  const damage: string[] = [];
  let tally = 0;
  const isWhole = (row: Row, sum: number, what: string) => {
    if (row["sum"] !== sum) {
      damage.push(`${what} of stack \`${stack}\` disagrees with its checksum`);
      return false;
    }
    tally = tallied(tally, sum, 0);
    return true;
  };
  const isRead = <T>(document: T | undefined, what: string): document is T => {
    if (document === undefined) damage.push(`${what} of stack \`${stack}\` can't be read`);
    return document !== undefined;
  };
  const records: { key: string; record: ResourceRecord }[] = [];
  for (const row of rowsByKey(statements, "record", "key, body, sum", stack)) {
    yield;
    const key = String(row["key"]);
    const body = String(row["body"]);
    if (!isWhole(row, rowSum("record", stack, key, body), `the record ${key}`)) continue;
    const record = readRecord(body);
    if (isRead(record, `the record ${key}`)) records.push({ key, record });
  }
  const intents: { key: string; open: OpenIntent }[] = [];
  for (const row of rowsByKey(statements, "intent", "key, body, handle, sum", stack)) {
    yield;
    const key = String(row["key"]);
    const body = String(row["body"]);
    const handle = row["handle"] === null ? null : String(row["handle"]);
    if (!isWhole(row, rowSum("intent", stack, key, body, handle), `the intent ${key}`)) continue;
    const intent = readIntent(body);
    if (isRead(intent, `the intent ${key}`)) intents.push({ key, open: { intent, operationName: handle } });
  }
  const only = <T>(table: "outputs" | "context", reading: (text: string) => T | undefined): T | undefined => {
    const row = statements.get(`SELECT body, sum FROM ${table} WHERE stack = ?`, stack);
    if (row === undefined) return undefined;
    const body = String(row["body"]);
    if (!isWhole(row, rowSum(table, stack, body), `the row of the ${table}`)) return undefined;
    const read = reading(body);
    return isRead(read, `the row of the ${table}`) ? read : undefined;
  };
  const outputs = only("outputs", readObject) ?? {};
  const context = only("context", readContext) ?? noContext;
  return { records, intents, outputs, context, tally, damage };
}

/** The state that the rows come to under their head. */
export function stateOf(head: SqliteHead, { records, intents, outputs, context }: StateReading): StackState {
  return assembleState(
    { lineage: head.lineage, serial: head.serial, outputs, context, ...restoredIn(head) },
    records.map(({ record }) => record),
    intents.map(({ open }) => open),
  );
}

/** The claims of a stack. */
export interface ClaimReading {
  readonly claims: readonly Claim[];
  readonly tally: number;
  /** One sentence part per damaged row. */
  readonly damage: readonly string[];
}

/** Tally and damage of the claims of a stack, in parts. */
export function* claimRowsInParts(statements: Statements, stack: string): InParts<ClaimReading> {
  const damage: string[] = [];
  const claims: Claim[] = [];
  let tally = 0;
  for (const row of claimRows(statements, stack)) {
    yield;
    const claim = wholeClaim(claimRowOf(row));
    if (claim === undefined) {
      damage.push(`the claim ${String(row["claim_key"])} of stack \`${stack}\` disagrees with its checksum`);
      continue;
    }
    claims.push(claim);
    tally = tallied(tally, Number(row["sum"]), 0);
  }
  return { claims, tally, damage };
}
