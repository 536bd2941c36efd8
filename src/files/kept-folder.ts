import { lstatSync, mkdirSync } from "node:fs";
import { isAbsolute } from "node:path";
import { foreignAccessOnPath } from "./path-access.ts";
import { whyNotKept } from "./pseudo-file-system.ts";

/**
 * Whether a folder is this user's only (mode 0700, no link), and no other user can put another in its place. Makes it
 * when it is missing and the way to it is so. False where it can't be told or made.
 */
export function isKeptFolder(folder: string): boolean {
  const me = process.getuid?.();
  if (me === undefined || !isAbsolute(folder)) return false;
  try {
    if (whyNotKept(folder) !== null || foreignAccessOnPath(folder) !== null) return false;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const entry = lstatSync(folder);
    return entry.isDirectory() && entry.uid === me && (entry.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
