import type { DatabaseSync } from "node:sqlite";
import { rowSum } from "../../rows/checksum.ts";
import { Statements } from "../connection/statements.ts";
import { writeStoreRow } from "../rows/store-row.ts";

/** Version 7: the row of the store tells the checksum of the sealing keys, so that keys which are lost are told from none. */
export function addKeysSum(database: DatabaseSync): void {
  const statements = new Statements(database);
  const row = statements.get("SELECT version, id, commits, stacks, sum FROM store WHERE one = 1");
  database.exec("ALTER TABLE store ADD COLUMN keys_sum INTEGER");
  if (row === undefined) return;
  const { version, id, commits, stacks } = {
    version: Number(row["version"]),
    id: String(row["id"]),
    commits: Number(row["commits"]),
    stacks: Number(row["stacks"]),
  };
  // What a damaged row says is for the doctor, not to be written anew: it disagrees with its checksum from now on too.
  if (rowSum("store", version, id, commits, stacks) !== row["sum"]) return;
  const keys = statements.get("SELECT sum FROM sealing_keys WHERE one = 1");
  const keysSum = keys === undefined ? null : Number(keys["sum"]);
  writeStoreRow(statements, { version, id, commits, stacks, keysSum });
}
