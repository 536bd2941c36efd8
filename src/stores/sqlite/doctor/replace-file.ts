import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Fault } from "../../../../packages/base/fault.ts";
import { HighWaterMark } from "../connection/high-water-mark.ts";
import { isLocked, isSqliteError } from "../connection/store-faults.ts";
import { syncDirectory } from "../migrations/create-database.ts";

/** Copies a database with what belongs to it beside itself; gives the name of the copy. `now`: ISO 8601. */
export function keepDatabase(path: string, why: "damaged" | "replaced", now: string): string {
  const stamp = now.replaceAll(/[-:]|[.]\d+/g, "");
  let keptAs = `${path}.${why}-${stamp}`;
  for (let count = 2; existsSync(keptAs) || existsSync(`${keptAs}-wal`); count += 1)
    keptAs = `${path}.${why}-${stamp}-${count}`;
  for (const suffix of ["", "-wal", "-mark"]) {
    if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${keptAs}${suffix}`);
  }
  return keptAs;
}

/** What tells whether anything was written to a database. */
export function fingerprintOf(path: string): string {
  const parts = ["", "-wal", "-mark"].map((suffix) => {
    const stat = statSync(`${path}${suffix}`, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? "none" : `${stat.size} ${stat.mtimeNs}`;
  });
  return parts.join(", ");
}

/**
 * Throws Fault("store-busy") where a process has the database open, which keeps a lock on it; one that SQLite can't
 * open is open nowhere. `before`: its fingerprint as it was read, lest it was written since. `then`: what is refused.
 */
export function refuseWhenUsed(path: string, before: string, then: string): void {
  const busy = () => new Fault("store-busy", `another process uses the state database ${path}; stop it, then ${then}`);
  // In an empty file no process can hold a lock that SQLite would show us, and opening it would throw its log away.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    if (fingerprintOf(path) !== before) throw busy();
    return;
  }
  const database = new DatabaseSync(path);
  let isUsed = false;
  try {
    database.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA busy_timeout=0; BEGIN IMMEDIATE");
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause;
    isUsed = isLocked(cause);
  } finally {
    isUsed ||= fingerprintOf(path) !== before;
    database.close();
  }
  if (isUsed) throw busy();
}

/**
 * Puts a database in the place of a damaged one, or where one has been. Whatever is broken off here, what was kept has
 * everything.
 */
export function replaceDamaged(path: string, draft: string, id: string): void {
  // The note comes first: until the new file is there, it tells that the old one is not to be used.
  const mark = new HighWaterMark(path);
  mark.write({ storeId: id, commits: 0 });
  mark.close();
  // A log that stays would be taken for the new file's.
  for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
  takePlace(path, draft);
}

/**
 * Puts a database in the place of a whole one that no process has open: its log is in it by then. Broken off anywhere,
 * there is the one or the other.
 */
export function replaceWhole(path: string, draft: string): void {
  // Without a note a database is taken as it is, and each of the two is whole.
  rmSync(`${path}-mark`, { force: true });
  takePlace(path, draft);
}

function takePlace(path: string, draft: string): void {
  renameSync(draft, path);
  syncDirectory(dirname(path));
}

/** Removes a database with all that lies beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm", "-mark"]) rmSync(`${path}${suffix}`, { force: true });
}
