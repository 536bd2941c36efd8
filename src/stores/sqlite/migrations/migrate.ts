import { DatabaseSync } from "node:sqlite";
import { tooNew, tooOld } from "../../rows/store-version.ts";
import { Statements } from "../connection/statements.ts";
import { damaged, isSqliteError } from "../connection/store-faults.ts";
import { readStoreRow, writeStoreRow } from "../rows/store-row.ts";
import { firstVersion, migrationsAfter, newestVersion } from "./migrations.ts";

/**
 * Refuses a database that this version can't read. Throws Fault("format-too-new") for one of a newer Plumbline,
 * Fault("format-too-old") for one from before 0.1.0, Fault("store-damaged") where the header tells another version than
 * the row of the store.
 */
export function refuseOtherVersions(database: DatabaseSync, path: string): void {
  const version = versionOf(database);
  if (version >= firstVersion && version <= newestVersion) return;
  if (version === 0 || isOurs(database)) throw damaged(path, "the version in its header");
  throw version > newestVersion ? tooNew() : tooOld();
}

/**
 * True when the row of the store says that it is of this version. Where that is lost the tables do: one of a newer
 * version may have some of ours, one from before 0.1.0 has neither its journal nor its plans as we have them.
 */
function isOurs(database: DatabaseSync): boolean {
  try {
    const row = readStoreRow(new Statements(database));
    if (row !== "damaged") return row.version === newestVersion;
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause;
  }
  const [found, expected] = [schemaOf(database), expectedSchema()];
  const isAsMade = (name: string) => found.get(name) === expected.get(name);
  if (versionOf(database) > newestVersion) return [...expected.keys()].every(isAsMade);
  return isAsMade("journal") || isAsMade("plan");
}

/** The texts of the tables and indexes of a database, by name. */
export function schemaOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const rows = database.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").all();
  return new Map(rows.map(({ name, sql }) => [String(name), String(sql)]));
}

export function expectedSchema(): ReadonlyMap<string, string> {
  return ofFresh(schemaOf);
}

/** The columns of each table, in the order that a row has in its page: tables without row ids have their key first. */
export function columnsInPages(): ReadonlyMap<string, readonly string[]> {
  const columns = `SELECT t.name AS "table", c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table' ORDER BY t.name, c.cid`;
  const rows = ofFresh((database) => database.prepare(columns).all());
  const byTable = Map.groupBy(rows, (row) => String(row["table"]));
  return new Map([...byTable].map(([table, those]) => [table, those.map(({ name }) => String(name))]));
}

/** What is read of an empty database of the newest version. */
function ofFresh<T>(read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(":memory:");
  try {
    migrate(database);
    return read(database);
  } finally {
    database.close();
  }
}

/**
 * Brings the tables to the newest version, all of them or none; makes them in an empty database. Throws what SQLite
 * throws.
 */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === newestVersion) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const sql of migrationsAfter(versionOf(database))) database.exec(sql);
    const statements = new Statements(database);
    const row = readStoreRow(statements);
    // There is none yet in a database in the making; what a damaged one says is for the doctor, not to be written anew.
    if (row !== "damaged") writeStoreRow(statements, { ...row, version: newestVersion });
    database.exec(`PRAGMA user_version=${newestVersion}`);
    database.exec("COMMIT");
  } catch (cause) {
    rollBack(database);
    throw cause;
  }
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/** Undoes what a failed transaction did. A medium that can't even do that is reported by the failure before. */
export function rollBack(database: DatabaseSync): void {
  try {
    // Some failures end the transaction themselves.
    if (database.isTransaction) database.exec("ROLLBACK");
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause;
  }
}
