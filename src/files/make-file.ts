import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a file that only its owner may use, unless it is told a mode: written whole and to the disk under another name
 * (`PATH.new-UUID`) before it is there. False when there is one already, or a link, which stays as it is. Throws what
 * the file system throws, and leaves nothing then; a crash leaves at most the file of the other name.
 */
export function makeFile(path: string, text: string, mode = 0o600, draftId: string = randomUUID()): boolean {
  const draft = draftOf(path, draftId);
  try {
    writeFileSync(draft, text, { mode, flag: "wx", flush: true });
    putInPlace(draft, path);
    syncFolder(dirname(path));
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw cause;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Where a file is written before it is in its place. */
export function draftOf(path: string, id: string): string {
  return `${path}.new-${id}`;
}

/**
 * Puts a file that only its owner may use in the place of what is there, written whole and to the disk before that.
 * Throws what the file system throws, and leaves what was there, and nothing else; a crash leaves at most the file of
 * the other name.
 */
export function replaceFile(path: string, text: string, draftId: string = randomUUID()): void {
  const draft = draftOf(path, draftId);
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
    renameSync(draft, path);
    syncFolder(dirname(path));
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Some file systems have no second names for a file (exFAT, folders shared with a virtual machine); there a crash may
 * cut the copy short.
 */
const noLinks: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EPROTO"]);

/**
 * Gives a written draft its place. Throws EEXIST where anything is there. A copy that fails is removed by the system's
 * own copying.
 */
export function putInPlace(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (cause) {
    if (!noLinks.has((cause as NodeJS.ErrnoException).code)) throw cause;
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
  }
}

/** A name is on the disk when its folder is. A folder that may be written to and not read keeps its own time. */
export function syncFolder(path: string): void {
  let folder: number;
  try {
    folder = openSync(path, "r");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EACCES") return;
    throw cause;
  }
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** What to say of an empty key file: versions before this one left it where the disk was full. */
export function emptyKeyFile(path: string): string {
  return (
    `the key file ${path} is empty: put the key back into it, ` +
    "or remove the file if nothing was ever kept under its key"
  );
}
