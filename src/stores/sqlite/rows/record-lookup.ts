import { holderAt } from "../../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { readWhole } from "../../rows/batch/text-batch.ts";
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
  for (const row of statements.all(sql, stack, address)) {
    const record = wholeRecord(stack, row);
    if (record === undefined) return "damaged";
    records.push(record);
  }
  return holderAt(address, records);
}

/** The records at an address by their keys, as far as their rows are whole. */
export function recordsAt(statements: Statements, stack: string, address: string): ReadonlyMap<string, ResourceRecord> {
  const records = new Map<string, ResourceRecord>();
  for (const row of statements.all(sql, stack, address)) {
    const record = wholeRecord(stack, row);
    if (record !== undefined) records.set(String(row["key"]), record);
  }
  return records;
}

function wholeRecord(stack: string, row: Row): ResourceRecord | undefined {
  return readWhole(stack, String(row["key"]), String(row["body"]), Number(row["sum"]));
}
