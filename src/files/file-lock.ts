import { closeSync, openSync, rmSync } from "node:fs";

/**
 * Takes the right to change a file, which one process has at a time: a file beside it, `PATH.lock`. Gives what gives
 * the right back; null where another has it. A process that was killed leaves its lock: nobody can tell it from one at
 * work. Throws what the file system throws.
 */
export function lockFile(path: string): (() => void) | null {
  const lock = lockOf(path);
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return () => rmSync(lock, { force: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return null;
    throw cause;
  }
}

/** Where the lock of a file lies. */
export function lockOf(path: string): string {
  return `${path}.lock`;
}
