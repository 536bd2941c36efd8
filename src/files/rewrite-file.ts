import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { draftOf } from "./make-file.ts";
import { NoFile } from "./regular-file.ts";

/** Whoever may write a new file: its owner, and the group if the umask lets it; all others never. */
const newMode = 0o664;

/**
 * Puts a text in the place of a file, with its mode, or makes one that others may not write to, whole or not at all.
 * Throws NoFile where something else lies there, and what the file system throws; what was there is as it was then. A
 * crash leaves at most the draft.
 */
export function rewriteFile(path: string, text: string, draftId: string = randomUUID()): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before !== undefined) {
    if (!before.isFile()) throw new NoFile(before);
    accessSync(path, constants.W_OK);
  }
  const draft = draftOf(path, draftId);
  try {
    write(draft, text, before);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function write(draft: string, text: string, before: Stats | undefined): void {
  const file = openSync(draft, "wx", before === undefined ? newMode : 0o600);
  try {
    writeFileSync(file, text);
    if (before !== undefined) {
      // Root puts a file in order for another, whose file it stays.
      if (process.getuid?.() === 0) fchownSync(file, before.uid, before.gid);
      fchmodSync(file, before.mode & 0o777);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
