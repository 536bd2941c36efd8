import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";
import { rowSum } from "../../rows/checksum.ts";

/** How far a store was durable at least, as noted outside of it. */
export interface Mark {
  readonly storeId: string;
  /** Write transactions that were committed. */
  readonly commits: number;
}

export type FoundMark = { readonly kind: "found"; readonly mark: Mark } | { readonly kind: "none" | "unreadable" };

export function markPath(databasePath: string): string {
  return `${databasePath}-mark`;
}

/**
 * The note beside the database of how far it has come, written after every commit. SQLite ends a write-ahead log
 * silently at its first bad frame, and takes one that is gone for one that was never there; a database that has come
 * less far than its note has lost what was committed. The note is not synchronised: after a power cut it may lag, which
 * says nothing wrong.
 */
export class HighWaterMark {
  readonly #path: string;
  #file: number | undefined;

  constructor(databasePath: string) {
    this.#path = markPath(databasePath);
  }

  /** One line of fixed length in one sector, so that it is never half written. */
  write(mark: Mark): void {
    this.#file ??= openSync(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    writeSync(this.#file, lineOf(mark), 0, "latin1");
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Reads the note; must come before the database is read, which only ever moves on. */
export function readMark(databasePath: string): FoundMark {
  const text = textOf(markPath(databasePath));
  // Begun and not written: by a full disk, a kill, or a power cut, which may leave zeros.
  if (text === undefined || /^\0*$/.test(text)) return { kind: "none" };
  const [storeId = "", commits = ""] = text.split(" ");
  const mark = { storeId, commits: Number(commits) };
  return lineOf(mark) === text ? { kind: "found", mark } : { kind: "unreadable" };
}

function lineOf({ storeId, commits }: Mark): string {
  const padded = String(commits).padStart(16, "0");
  return `${storeId} ${padded} ${rowSum("mark", storeId, padded).toString(16).padStart(8, "0")}\n`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}
