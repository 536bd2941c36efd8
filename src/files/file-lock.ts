import { existsSync, readFileSync, rmSync } from "node:fs";
import { draftOf, makeFile } from "./make-file.ts";

/** Others read who has the lock. */
const lockMode = 0o644;

/**
 * Takes the right to change a file, which one process has at a time: a file beside it, `PATH.lock`, that holds who has
 * it, in words that the caller chooses. Gives what gives the right back; null where another has it or has left it: ask
 * again. A process that was killed leaves its lock, and a draft of its id; `leftBy` tells by the lock's text that id of
 * a process that is gone, and null of one that may be at work. What is left is removed. Throws what the file system
 * throws.
 */
export function lockFile(
  path: string,
  holder: { readonly text: string; readonly draftId: string },
  leftBy: (text: string) => string | null,
): (() => void) | null {
  const lock = lockOf(path);
  // Most who wait find it there, and write nothing.
  if (!existsSync(lock) && makeFile(lock, holder.text, lockMode, holder.draftId))
    return () => rmSync(lock, { force: true });
  if (leftBy(lockHolder(path)) === null) return null;
  // Whoever removes it has a lock on it, or could remove the one that another has put there since.
  const unlock = lockFile(lock, holder, leftBy);
  if (unlock === null) return null;
  try {
    const left = leftBy(lockHolder(path));
    const files = left === null ? [] : [draftOf(path, left), draftOf(lock, left), lock];
    for (const each of files) rmSync(each, { force: true });
  } finally {
    unlock();
  }
  return null;
}

/** What the lock of a file holds; empty where it can't be read. */
export function lockHolder(path: string): string {
  try {
    return readFileSync(lockOf(path), "utf8");
  } catch {
    return "";
  }
}

/** Where the lock of a file lies. */
export function lockOf(path: string): string {
  return `${path}.lock`;
}
