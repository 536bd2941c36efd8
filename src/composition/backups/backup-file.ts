import { createHash, randomUUID } from "node:crypto";
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import { foreignAccessAt } from "../../files/foreign-access.ts";
import { draftOf, putInPlace, syncFolder } from "../../files/make-file.ts";
import { NoFile, openRegularFile } from "../../files/regular-file.ts";
import { whyFailed } from "../../files/why-failed.ts";
import { BackupProof, type ProvedBackup } from "../../stores/rows/backup/backup-proof.ts";
import { type BackupRow, backupLine, readBackupLine } from "../../stores/rows/backup/backup-rows.ts";

/** The form of the files that this version writes, and the newest that it reads. */
const newestForm = 1;

/** What the first line of a backup says. */
export interface BackupHead {
  readonly madeAt: string;
  readonly madeBy: string;
  readonly store: "sqlite" | "postgres";
}

/** A backup that was read whole. */
export interface ReadBackup extends BackupHead, ProvedBackup {
  readonly bytes: number;
  /** Of all that comes before the last line. */
  readonly sha256: string;
}

/** Bytes that are read or written at once. */
const bytesAtOnce = 1_048_576;

/**
 * Writes a backup that only its owner may read: whole and on the disk under another name (`FILE.new-UUID`) before it is
 * there. `read` gives the rows; what it throws leaves nothing. Throws Fault("file-unreadable") where anything is there
 * already. A crash leaves at most the file of the other name.
 */
export async function writeBackup(
  path: string,
  head: BackupHead,
  read: (begin: () => (row: BackupRow) => void) => Promise<void>,
): Promise<ReadBackup> {
  const draft = draftOf(path, randomUUID());
  try {
    const file = openSync(draft, "wx", 0o600);
    let writing = new Writing(file, head);
    try {
      await read(() => {
        writing = new Writing(file, head);
        return (row) => writing.add(row);
      });
      const written = writing.end();
      fsyncSync(file);
      const proved = writing.proof.end();
      const [damage] = proved.damage;
      if (damage !== undefined)
        throw new Fault("store-damaged", `the store is damaged: ${damage}; no backup was made; see \`plumb doctor\``);
      putInPlace(draft, path);
      syncFolder(dirname(path));
      return { ...head, ...proved, ...written };
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw fileFault(path, cause, "written");
  } finally {
    rmSync(draft, { force: true });
  }
}

function endLine(rows: number, sha256: string): string {
  return JSON.stringify({ rows, sha256 });
}

/** The lines of one attempt to read a store. */
class Writing {
  readonly proof = new BackupProof();
  readonly #file: number;
  readonly #hash = createHash("sha256");
  #waiting: string[] = [];
  #size = 0;
  #rows = 0;
  #bytes = 0;

  constructor(file: number, head: BackupHead) {
    ftruncateSync(file, 0);
    this.#file = file;
    this.#put(JSON.stringify({ plumbBackup: newestForm, ...head }));
  }

  add(row: BackupRow): void {
    this.proof.take(row);
    this.#rows += 1;
    this.#put(backupLine(row));
  }

  end(): { readonly bytes: number; readonly sha256: string } {
    this.#flush();
    const sha256 = this.#hash.copy().digest("hex");
    this.#put(endLine(this.#rows, sha256));
    this.#flush();
    return { bytes: this.#bytes, sha256 };
  }

  #put(line: string): void {
    this.#waiting.push(line, "\n");
    this.#size += line.length;
    if (this.#size >= bytesAtOnce) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting.join(""));
    this.#hash.update(bytes);
    for (let from = 0; from < bytes.length; )
      from += writeSync(this.#file, bytes, from, bytes.length - from, this.#bytes + from);
    this.#bytes += bytes.length;
    [this.#waiting, this.#size] = [[], 0];
  }
}

/**
 * Reads a backup whole, and changes nothing. Throws Fault("file-unreadable") where it is none, is altered or cut short,
 * or may be another user's work; Fault("format-too-new") for one of a newer version.
 */
export function readBackup(path: string): ReadBackup {
  const proof = new BackupProof();
  const { head, rows, end } = openBackup(path);
  for (const row of rows) proof.take(row);
  const proved = proof.end();
  const [damage] = proved.damage;
  if (damage !== undefined) throw unreadable(path, `it was made of a damaged store: ${damage}`);
  return { ...head, ...proved, ...end() };
}

/** The rows of a backup that was read whole before; ends with a Fault where it is another one by now. */
export function* rowsOfBackup(path: string, { sha256 }: ReadBackup): Generator<BackupRow, void, void> {
  const { rows, end } = openBackup(path);
  yield* rows;
  if (end().sha256 !== sha256) throw unreadable(path, "it was written to meanwhile");
}

interface OpenBackup {
  readonly head: BackupHead;
  /** Throws a Fault at its end where the file is not whole. */
  readonly rows: Iterable<BackupRow>;
  /** Once all rows were read. */
  readonly end: () => { readonly bytes: number; readonly sha256: string };
}

function openBackup(path: string): OpenBackup {
  const lines = linesOf(path);
  const first = lines.next();
  const head = first.done === true ? undefined : headOf(path, first.value);
  if (head === undefined) {
    lines.return(undefined);
    throw unreadable(path, "it is no backup of plumb");
  }
  const hash = createHash("sha256");
  let bytes = 0;
  const note = (line: Buffer) => {
    hash.update(line).update("\n");
    bytes += line.length + 1;
  };
  if (first.done !== true) note(first.value);
  let sha256 = "";
  function* rows(): Generator<BackupRow, void, void> {
    let [count, isEnded] = [0, false];
    for (const line of lines) {
      if (isEnded) throw unreadable(path, "something stands behind its end");
      const text = line.toString("utf8");
      if (text.startsWith("{")) {
        sha256 = hash.copy().digest("hex");
        if (text !== endLine(count, sha256)) throw unreadable(path, "it was altered");
        isEnded = true;
      } else {
        const row = readBackupLine(parsedJson(text) ?? null);
        if (row === undefined) throw unreadable(path, `it was altered, or cut short, at line ${count + 2}`);
        count += 1;
        yield row;
      }
      note(line);
    }
    if (!isEnded) throw unreadable(path, "it is cut short: its end is missing");
  }
  return { head, rows: rows(), end: () => ({ bytes, sha256 }) };
}

function headOf(path: string, line: Buffer): BackupHead | undefined {
  const read = parsedJson(line.toString("utf8"));
  if (!isJsonObject(read) || typeof read["plumbBackup"] !== "number") return undefined;
  if (read["plumbBackup"] > newestForm)
    throw new Fault("format-too-new", `the backup ${path} was written by a newer Plumbline; use that version`);
  return isHead(read) ? { madeAt: read.madeAt, madeBy: read.madeBy, store: read.store } : undefined;
}

function isHead(read: JsonObject): read is JsonObject & BackupHead {
  const { madeAt, madeBy, store } = read;
  return typeof madeAt === "string" && typeof madeBy === "string" && (store === "sqlite" || store === "postgres");
}

/** The lines of a file, without their ends. */
function* linesOf(path: string): Generator<Buffer, undefined, void> {
  let file: number | undefined;
  try {
    const foreign = foreignAccessAt(path);
    if (foreign !== null) throw unreadable(path, `${foreign.why}: ${foreign.wayOut}`);
    file = openRegularFile(path);
    let rest: Buffer[] = [];
    for (;;) {
      const bytes = Buffer.alloc(bytesAtOnce);
      const length = readSync(file, bytes, 0, bytesAtOnce, null);
      if (length === 0) break;
      let from = 0;
      for (let at = bytes.indexOf(10); at >= 0 && at < length; at = bytes.indexOf(10, from)) {
        yield Buffer.concat([...rest, bytes.subarray(from, at)]);
        [rest, from] = [[], at + 1];
      }
      if (from < length) rest.push(bytes.subarray(from, length));
    }
    if (rest.length > 0) throw unreadable(path, "it is cut short: its end is missing");
  } catch (cause) {
    throw fileFault(path, cause, "read");
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function unreadable(path: string, why: string): Fault {
  return new Fault("file-unreadable", `the backup ${path} can't be used: ${why}`);
}

function fileFault(path: string, cause: unknown, act: "read" | "written"): unknown {
  if (cause instanceof Fault) return cause;
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  if (code === "EEXIST")
    return new Fault("file-unreadable", `${path} is there already; name a file that is not`, { cause });
  if (!(cause instanceof NoFile) && code === undefined) return cause;
  const fault = act === "read" ? "file-unreadable" : "store-failed";
  return new Fault(fault, `the backup ${path} can't be ${act}: ${whyFailed(cause)}`, { cause });
}
