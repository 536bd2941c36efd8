import { isJsonObject, type Json } from "../../../../packages/base/json/json.ts";
import type { Cell } from "../checksum.ts";

/**
 * The tables of a store in the order in which they are backed up, with the columns that both kinds of store have and
 * that mean the same in both. Of the head of a stack, of the journal, and of the row about the document store, the
 * store's own numbers and checksums are left out; every other row has its checksum last (decision 0125).
 */
export const backupTables = {
  stack: ["name", "lineage", "serial", "epoch", "state_sum", "claim_sum", "brief"],
  record: ["stack", "key", "body", "sum"],
  intent: ["stack", "key", "body", "handle", "sum"],
  outputs: ["stack", "body", "sum"],
  context: ["stack", "body", "sum"],
  claim: ["claim_key", "stack", "uid", "address", "sum"],
  journal: ["stack", "epoch", "serial", "run", "entry"],
  plan: ["stack", "digest", "kind", "created_at", "document", "sum"],
  sealing_keys: ["body", "sum"],
  sealed: ["id", "key_version", "body", "sum"],
  register: ["revision", "tally"],
  collection: ["name", "revision", "documents", "tally", "sum"],
  document: ["collection", "key", "revision", "expires_at", "body", "sum"],
  log: ["name", "revision", "length", "last", "sum"],
  log_entry: ["log", "place", "prior", "body", "sum"],
} as const;

export type BackupTable = keyof typeof backupTables;

export const backupTableNames = Object.keys(backupTables) as readonly BackupTable[];

/** The columns of a table that a database is asked for. */
export function columnsOf(table: BackupTable): string {
  return backupTables[table].join(", ");
}

/** The keys of tables that are more than their first column. */
const keys: Readonly<Partial<Record<BackupTable, string>>> = {
  record: "stack, key",
  intent: "stack, key",
  journal: "stack, seq",
  plan: "stack, digest",
  document: "collection, key",
  log_entry: "log, place",
};

/** In which order the rows of a table are read: by its key. */
export function orderOf(table: BackupTable): string {
  return keys[table] ?? backupTables[table][0];
}

/** One row of a store, whichever kind it is. */
export interface BackupRow {
  readonly table: BackupTable;
  /** In the order of the table's columns. */
  readonly cells: readonly Cell[];
}

/** Columns whose cells are bytes. */
export const byteColumns: ReadonlySet<string> = new Set(["entry", "document"]);

/** Columns whose cells are whole numbers. */
export const numberColumns: ReadonlySet<string> = new Set([
  ...["serial", "epoch", "state_sum", "claim_sum", "sum", "key_version", "revision", "tally", "documents"],
  ...["expires_at", "length", "last", "place", "prior"],
]);

/** Whether a row of the table has its checksum in its last cell. */
export function hasSum(table: BackupTable): boolean {
  return backupTables[table].at(-1) === "sum";
}

/** The row that a database gives. */
export function backupRowOf(table: BackupTable, row: Readonly<Record<string, unknown>>): BackupRow {
  return { table, cells: backupTables[table].map((column) => (row[column] ?? null) as Cell) };
}

/** A row as JSON: the table's name and its cells; bytes as base64. */
export function backupLine({ table, cells }: BackupRow): string {
  const written = cells.map((cell, index) =>
    byteColumns.has(backupTables[table][index] ?? "") ? Buffer.from(cell as Uint8Array).toString("base64") : cell,
  );
  return JSON.stringify([table, ...written]);
}

/** The row of a line; undefined where it is none. */
export function readBackupLine(line: Json): BackupRow | undefined {
  if (!Array.isArray(line)) return undefined;
  const [table, ...written] = line;
  if (typeof table !== "string" || !Object.hasOwn(backupTables, table)) return undefined;
  const name = table as BackupTable;
  const columns = backupTables[name];
  if (written.length !== columns.length || !columns.every((column, index) => fits(column, written[index] ?? null)))
    return undefined;
  const cells = columns.map((column, index): Cell => {
    const cell = written[index] ?? null;
    return byteColumns.has(column) ? Buffer.from(String(cell), "base64") : (cell as Cell);
  });
  return { table: name, cells };
}

const nullable: ReadonlySet<string> = new Set(["handle", "expires_at", "brief"]);

function fits(column: string, cell: Json): boolean {
  if (cell === null) return nullable.has(column);
  return typeof cell === (numberColumns.has(column) ? "number" : "string") && !isJsonObject(cell);
}
