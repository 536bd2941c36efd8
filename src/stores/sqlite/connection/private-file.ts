import { chmodSync, closeSync, openSync, statSync } from "node:fs";

/** What others than the owner may do with a file. */
const others = 0o077;

/**
 * Makes an empty file that only its owner may use, unless there is one, which is then closed to others. SQLite gives
 * what it makes beside a database the mode of the database. Throws what the file system throws.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    keepPrivate(path);
  }
}

/** Closes a file or folder that is there to others than its owner. One that belongs to somebody else stays as it is. */
export function keepPrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & others) === 0) return;
  try {
    chmodSync(path, mode & 0o7777 & ~others);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // ENOENT: another process has ended and taken its file along.
    if (code !== "EPERM" && code !== "EROFS" && code !== "ENOENT") throw cause;
  }
}

/** The same for a database with all that lies beside it. */
export function keepDatabasePrivate(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-mark", "-journal"]) keepPrivate(`${path}${suffix}`);
}
