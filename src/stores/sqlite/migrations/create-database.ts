import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makePrivate } from "../connection/private-file.ts";

/**
 * Makes a database at `path` so that it is there whole or not at all, whoever else makes one at the same time: a file
 * there that is empty or cut short is never one in the making. `fill` makes its tables.
 */
export function createDatabase(path: string, id: string, fill: (database: DatabaseSync) => void): void {
  const draft = `${path}.new-${id}`;
  rmSync(draft, { force: true });
  try {
    writeDatabase(draft, fill);
    publish(draft, path);
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(`${draft}${suffix}`, { force: true });
  }
  syncDirectory(dirname(path));
}

/** A finished database file under a name of its own: in write-ahead mode, nothing of it left in a log. */
export function writeDatabase(path: string, fill: (database: DatabaseSync) => void): void {
  makePrivate(path);
  const database = new DatabaseSync(path);
  try {
    // No other process knows the file yet: one synchronisation at the end is enough.
    database.exec("PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;");
    fill(database);
    database.exec("PRAGMA journal_mode=WAL");
  } finally {
    database.close();
  }
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What was made or renamed in a directory is still there after a power cut. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Puts the file where it belongs unless somebody was first. */
function publish(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    // File systems without hard links.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS" && code !== "EMLINK") throw cause;
    if (!existsSync(path)) renameSync(draft, path);
  }
}
