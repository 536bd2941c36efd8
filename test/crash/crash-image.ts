import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { nameless } from "./nameless.ts";
import { type Birth, cloudFile, stateFile } from "./plumbline.ts";

/**
 * What a process leaves behind that is killed at one moment: the files as they are then, and where time and ids stood.
 * Whatever had not reached the files is lost, which is all that a crash is.
 */
export interface CrashImage {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly next: Birth;
}

export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), "plumb-crash-"));
}

export function removeDirectory(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}

export function takeImage(dir: string, next: Birth): CrashImage {
  // The index of a write-ahead log is shared memory, which does not outlive the process.
  const files = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
    .map(({ name }) => name);
  return { files: new Map(files.map((file) => [file, readFileSync(join(dir, file))])), next };
}

/** A new directory that holds what the image holds. */
export function restoreImage({ files: contents }: CrashImage): string {
  const dir = newDirectory();
  for (const [file, content] of contents) writeFileSync(join(dir, file), content);
  return dir;
}

/**
 * Tells durable states apart: two of one fingerprint differ in nothing that a next process could act upon, but for
 * names (ids, tags, digests) and the time of day. Past runs count by the last one only, the history of writes in full.
 */
export class Fingerprints {
  readonly #databases: readonly DatabaseSync[];
  readonly #versions: readonly StatementSync[];
  readonly #statements: readonly StatementSync[];
  /** The last one, and the moment it is of: most boundaries lie around reads, which leave all as it was. */
  #last = { moment: "", fingerprint: "" };

  constructor(dir: string) {
    const opened = Object.entries(telling).map(
      ([file, queries]) => [new DatabaseSync(join(dir, file), { readOnly: true }), queries] as const,
    );
    this.#databases = opened.map(([database]) => database);
    this.#versions = this.#databases.map((database) => database.prepare("PRAGMA data_version"));
    this.#statements = opened.flatMap(([database, queries]) => queries.map((sql) => database.prepare(sql)));
  }

  at(time: number): string {
    const moment = JSON.stringify([time, this.#versions.map((statement) => statement.get())]);
    if (moment !== this.#last.moment) {
      const states = this.#statements.map((statement) => statement.all());
      this.#last = { moment, fingerprint: nameless(JSON.stringify(states), time) };
    }
    return this.#last.fingerprint;
  }

  close(): void {
    for (const database of this.#databases) database.close();
  }
}

/** What tells states apart, by database. */
const telling: Readonly<Record<string, readonly string[]>> = {
  [stateFile]: [
    "SELECT body FROM record ORDER BY key",
    "SELECT body, handle FROM intent ORDER BY key",
    "SELECT claim_key, uid, address FROM claim ORDER BY claim_key",
    "SELECT body FROM outputs",
    "SELECT holder IS NULL AS free FROM stack",
    "SELECT hex(entry) AS entry FROM journal WHERE run = (SELECT run FROM journal ORDER BY seq DESC LIMIT 1) " +
      "ORDER BY seq",
  ],
  [cloudFile]: [
    "SELECT collection, key, body FROM document WHERE collection <> 'operation' ORDER BY 1, 2",
    "SELECT action, object, caller FROM write_log ORDER BY seq",
  ],
};
