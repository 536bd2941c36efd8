import type { AppendLogOutcome, LogEntry, PutOutcome } from "../../engine/ports/document-store.ts";
import { StagedTable } from "./batch/staged-table.ts";
import { tallied } from "./checksum.ts";
import {
  type CollectionRow,
  collectionSum,
  type DocumentRow,
  documentSum,
  type LogEntryRow,
  type LogRow,
  logEntrySum,
  logSum,
  type RegisterRow,
  registerSum,
} from "./document-rows.ts";
import { RowDamage } from "./row-damage.ts";
import { readObject } from "./stored-documents.ts";

/** The rows that a batch of writes touches, as they are in the database. */
export interface KnownDocuments {
  readonly register: RegisterRow;
  /** By `documentKey`. */
  readonly documents: ReadonlyMap<string, DocumentRow>;
  /** By name. */
  readonly collections: ReadonlyMap<string, CollectionRow>;
  readonly logs: ReadonlyMap<string, LogRow>;
  /** The last entries of the logs that are continued. */
  readonly ends: ReadonlyMap<string, LogEntryRow>;
}

/** What somebody wants to write of one document. */
export type DocumentWrite =
  | {
      readonly kind: "put";
      readonly collection: string;
      readonly key: string;
      /** JSON of the document. */
      readonly body: string;
      readonly expiresAt: number | null;
      /** The revision that must stand, null for none; undefined: whatever. */
      readonly expected: number | null | undefined;
    }
  | {
      readonly kind: "remove";
      readonly collection: string;
      readonly key: string;
      readonly expected: number | null | undefined;
    };

/** What somebody wants to write. */
export type StagedWrite =
  | DocumentWrite
  /** All or none. */
  | { readonly kind: "all"; readonly writes: readonly DocumentWrite[] }
  /** Documents that were seen to have expired before `now`. */
  | { readonly kind: "delete-expired"; readonly now: number }
  | {
      readonly kind: "append";
      readonly log: string;
      /** JSON of each entry. */
      readonly bodies: readonly string[];
      readonly expectedLength: number | undefined;
    }
  | {
      readonly kind: "continue";
      readonly log: string;
      /** Gives the JSON of each entry. */
      readonly bodies: (last: LogEntry | null) => readonly string[];
    }
  | { readonly kind: "remove-log"; readonly log: string };

/** The documents that a write touches as far as it names them. */
export function documentsOf(write: StagedWrite): readonly DocumentWrite[] {
  if (write.kind === "all") return write.writes;
  return write.kind === "put" || write.kind === "remove" ? [write] : [];
}

export function documentKey(collection: string, key: string): string {
  return JSON.stringify([collection, key]);
}

/**
 * What several callers write to the document store, worked out in memory from the rows it touches, one after another,
 * so that it can be written at once. No other process writes to the document store meanwhile.
 */
export class StagedDocuments {
  readonly documents: StagedTable<DocumentRow>;
  readonly collections: StagedTable<CollectionRow>;
  readonly logs: StagedTable<LogRow>;
  /** Logs whose entries of before go; what comes after that is in `entries`. */
  readonly emptiedLogs = new Set<string>();
  /** Names of the collections and logs that have changed. */
  readonly changed = new Set<string>();
  readonly #known: KnownDocuments;
  #entries: LogEntryRow[] = [];
  #revision: number;

  constructor(known: KnownDocuments) {
    this.#known = known;
    this.#revision = known.register.revision;
    this.documents = new StagedTable(known.documents);
    this.collections = new StagedTable(known.collections);
    this.logs = new StagedTable(known.logs);
  }

  /** Entries that come. */
  get entries(): readonly LogEntryRow[] {
    return this.#entries;
  }

  get isChanged(): boolean {
    return this.#revision !== this.#known.register.revision;
  }

  /** The row of the document store with all that was staged. */
  register(): RegisterRow {
    const row = {
      revision: this.#revision,
      tally: this.collections.tally(this.logs.tally(this.#known.register.tally)),
    };
    return { ...row, sum: registerSum(row) };
  }

  put({ collection, key, body, expiresAt, expected }: Extract<StagedWrite, { kind: "put" }>): PutOutcome {
    const name = documentKey(collection, key);
    const former = this.documents.get(name);
    if (!isExpected(former, expected)) return { kind: "mismatch", revision: former?.revision ?? null };
    const revision = this.#change(collection);
    const row = { collection, key, revision, expiresAt, body };
    const sum = documentSum(row);
    this.documents.set(name, { ...row, sum });
    this.#count(collection, former === undefined ? 1 : 0, sum, former?.sum ?? 0);
    return { kind: "done", revision };
  }

  /** Puts a row that was read elsewhere, under the revision that it has. */
  keep(row: DocumentRow): void {
    this.documents.set(documentKey(row.collection, row.key), row);
    this.#count(row.collection, 1, row.sum, 0);
  }

  remove({ collection, key, expected }: Omit<Extract<StagedWrite, { kind: "remove" }>, "kind">): PutOutcome {
    const name = documentKey(collection, key);
    const former = this.documents.get(name);
    if (!isExpected(former, expected)) return { kind: "mismatch", revision: former?.revision ?? null };
    if (former === undefined) return { kind: "done", revision: this.#revision };
    const revision = this.#change(collection);
    this.documents.set(name, undefined);
    this.#count(collection, -1, 0, former.sum);
    return { kind: "done", revision };
  }

  /** False: an expectation does not hold, and nothing was staged. */
  all({ writes }: Extract<StagedWrite, { kind: "all" }>): boolean {
    const isMet = ({ collection, key, expected }: DocumentWrite) =>
      isExpected(this.documents.get(documentKey(collection, key)), expected);
    if (!writes.every(isMet)) return false;
    for (const write of writes) {
      if (write.kind === "put") this.put(write);
      else this.remove(write);
    }
    return true;
  }

  deleteExpired({ now }: Extract<StagedWrite, { kind: "delete-expired" }>): void {
    for (const { collection, key } of this.#known.documents.values()) {
      const { expiresAt } = this.documents.get(documentKey(collection, key)) ?? { expiresAt: null };
      if (expiresAt !== null && expiresAt < now) this.remove({ collection, key, expected: undefined });
    }
  }

  append({ log, bodies, expectedLength }: Omit<Extract<StagedWrite, { kind: "append" }>, "kind">): AppendLogOutcome {
    const { length = 0, last = 0 } = this.logs.get(log) ?? {};
    if (expectedLength !== undefined && expectedLength !== length) return { kind: "mismatch", length };
    if (bodies.length === 0) return { kind: "done", length };
    let prior = last;
    for (const [index, body] of bodies.entries()) {
      const row = { log, place: length + index + 1, prior, body };
      prior = logEntrySum(row);
      this.#entries.push({ ...row, sum: prior });
    }
    const row = { name: log, revision: this.#change(log), length: length + bodies.length, last: prior };
    this.logs.set(log, { ...row, sum: logSum(row) });
    return { kind: "done", length: row.length };
  }

  /** What fails about making the entries concerns nobody else, and nothing was staged. */
  continue({
    log,
    bodies,
  }: Extract<StagedWrite, { kind: "continue" }>):
    | { readonly kind: "done"; readonly length: number }
    | { readonly kind: "failed"; readonly cause: unknown } {
    const last = this.#lastOf(log);
    let made: readonly string[];
    try {
      made = bodies(last);
    } catch (cause) {
      return { kind: "failed", cause };
    }
    const { length } = this.append({ log, bodies: made, expectedLength: undefined });
    return { kind: "done", length };
  }

  #lastOf(log: string): LogEntry | null {
    const head = this.logs.get(log);
    if (head === undefined) return null;
    const row = this.#entries.findLast((entry) => entry.log === log) ?? this.#known.ends.get(log);
    const entry = row?.place === head.length && row.sum === head.last ? readObject(row.body) : undefined;
    if (entry === undefined) throw new RowDamage(`the log \`${log}\`: its newest entry is another`);
    return { index: head.length, entry };
  }

  removeLog({ log }: Extract<StagedWrite, { kind: "remove-log" }>): void {
    if (this.logs.get(log) === undefined) return;
    this.#change(log);
    this.logs.set(log, undefined);
    this.#entries = this.#entries.filter((entry) => entry.log !== log);
    if (this.#known.logs.has(log)) this.emptiedLogs.add(log);
  }

  #change(name: string): number {
    this.changed.add(name);
    this.#revision += 1;
    return this.#revision;
  }

  #count(name: string, more: number, came: number, went: number): void {
    const { documents = 0, tally = 0 } = this.collections.get(name) ?? {};
    const row = {
      name,
      revision: this.#revision,
      documents: documents + more,
      tally: tallied(tally, came, went),
    };
    this.collections.set(name, row.documents === 0 ? undefined : { ...row, sum: collectionSum(row) });
  }
}

function isExpected(row: DocumentRow | undefined, expected: number | null | undefined): boolean {
  return expected === undefined || expected === (row?.revision ?? null);
}
