import { holderAt } from "../../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { wholeRecord } from "../../rows/batch/text-rows.ts";
import type { Row, Statements } from "../connection/statements.ts";

/**
 * By the claim that every record has under its address. The key of a record is its uid, a full stop and its generation;
 * the slash is the character after the full stop.
 */
const sql = `
  SELECT r.key, r.body, r.sum FROM claim c
    JOIN record r ON r.stack = c.stack AND r.key > c.uid || '.' AND r.key < c.uid || '/'
  WHERE c.stack = ? AND c.address = ?
`;

/**
 * The current record at an address; undefined when none was found, `damaged` when a row there disagrees with its
 * checksum.
 */
export function findRecord(
  statements: Statements,
  stack: string,
  address: string,
): ResourceRecord | "damaged" | undefined {
  const records: ResourceRecord[] = [];
  for (const row of rowsAt(statements, stack, address)) {
    const record = recordIn(stack, row);
    if (record === undefined) return "damaged";
    records.push(record);
  }
  return holderAt(address, records);
}

/** The rows of all records of whoever claims an address; the records may be at other ones by now. */
export function rowsAt(statements: Statements, stack: string, address: string): readonly Row[] {
  return statements.all(sql, stack, address);
}

/** The record in a row; undefined where that is not whole. */
export function recordIn(stack: string, row: Row): ResourceRecord | undefined {
  return wholeRecord(stack, String(row["key"]), String(row["body"]), Number(row["sum"]));
}
