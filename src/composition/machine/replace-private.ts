import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Puts bytes that only their owner may read in the place of a file, whole or not at all. Throws what the file system
 * throws.
 */
export function replacePrivate(path: string, bytes: Uint8Array): void {
  const draft = `${path}.new-${randomUUID()}`;
  try {
    writeFileSync(draft, bytes, { mode: 0o600, flag: "wx", flush: true });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
