import type { ResourceRecord } from "../../engine/state/record.ts";
import { rowSum } from "../rows/checksum.ts";
import { readRecord } from "../rows/stored-documents.ts";
import type { Statements } from "./statements.ts";

/**
 * By the claim that every record has under its address. The key of a record is its uid, a full stop and its generation; the
 * slash is the character after the full stop.
 */
const sql = `
  SELECT r.key, r.body, r.sum FROM claim c JOIN record r ON r.stack = c.stack AND r.key > c.uid || '.' AND r.key < c.uid || '/'
  WHERE c.stack = ? AND c.address = ?
`;

/** The current record at an address; undefined when none was found, `damaged` when its row disagrees with its checksum. */
export function findRecord(
  statements: Statements,
  stack: string,
  address: string,
): ResourceRecord | "damaged" | undefined {
  for (const row of statements.all(sql, stack, address)) {
    const body = String(row["body"]);
    if (rowSum("record", stack, String(row["key"]), body) !== row["sum"]) return "damaged";
    const record = readRecord(body);
    if (record === undefined) return "damaged";
    if (record.status === "current" && record.address === address) return record;
  }
  return undefined;
}
