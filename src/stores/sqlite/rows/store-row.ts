import { rowSum } from "../../rows/checksum.ts";
import type { Row, Statements } from "../connection/statements.ts";

/** The one row about the store as a whole. */
export interface StoreRow {
  /** Of the format: the file's own version once more, under a checksum. */
  readonly version: number;
  /** Tells one store from another; empty for one in memory, which no file could be taken for. */
  readonly id: string;
  /** Write transactions that were ever committed. */
  readonly commits: number;
  /** How many stacks have a row. */
  readonly stacks: number;
  /** The checksum of the sealing keys; null until there are any. */
  readonly keysSum: number | null;
}

export function readStoreRow(statements: Statements): StoreRow | "damaged" {
  const row = statements.get("SELECT version, id, commits, stacks, keys_sum, sum FROM store WHERE one = 1");
  return row === undefined ? "damaged" : storeRowOf(row);
}

/** What a row says, or `damaged` when it disagrees with its checksum. */
export function storeRowOf(row: Row): StoreRow | "damaged" {
  const read = {
    version: Number(row["version"]),
    id: String(row["id"]),
    commits: Number(row["commits"]),
    stacks: Number(row["stacks"]),
    keysSum: row["keys_sum"] === null ? null : Number(row["keys_sum"]),
  };
  return sumOf(read) === row["sum"] ? read : "damaged";
}

export function writeStoreRow(statements: Statements, row: StoreRow): void {
  statements.run(
    "INSERT INTO store (one, version, id, commits, stacks, keys_sum, sum) VALUES (1, ?, ?, ?, ?, ?, ?) " +
      "ON CONFLICT DO UPDATE SET version = excluded.version, id = excluded.id, commits = excluded.commits, " +
      "stacks = excluded.stacks, keys_sum = excluded.keys_sum, sum = excluded.sum",
    row.version,
    row.id,
    row.commits,
    row.stacks,
    row.keysSum,
    sumOf(row),
  );
}

function sumOf({ version, id, commits, stacks, keysSum }: StoreRow): number {
  return rowSum("store", version, id, commits, stacks, keysSum);
}
