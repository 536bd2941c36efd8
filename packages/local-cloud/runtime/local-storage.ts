import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Fault } from "../../base/fault.ts";
import type { JsonObject } from "../../base/json/json.ts";
import { DocumentHistory } from "./document-history.ts";
import type { Documents } from "./local-vendor.ts";

/** One effective write, as the cloud itself remembers it: the judge of what really happened. */
export interface WriteLogEntry {
  readonly seq: number;
  readonly at: string;
  readonly vendor: string;
  readonly action: string;
  readonly object: string;
  readonly method: string;
  readonly path: string;
  readonly caller: string;
}

function writeLogEntry(row: Row): WriteLogEntry {
  const text = (column: keyof WriteLogEntry) => String(row[column]);
  return {
    ...{ seq: Number(row["seq"]), at: text("at"), vendor: text("vendor"), action: text("action") },
    ...{ object: text("object"), method: text("method"), path: text("path"), caller: text("caller") },
  };
}

/** How long SQLite itself waits for a lock, in milliseconds: nothing else can be done by this process in that time. */
const busyTimeoutMs = 20;

/** True when a transaction could not begin because another process keeps the database locked. */
export function isLocked(cause: unknown): boolean {
  if (!(cause instanceof Error) || !("errcode" in cause) || typeof cause.errcode !== "number") return false;
  // The result codes SQLITE_BUSY and SQLITE_LOCKED, and what extends them.
  return (cause.errcode & 0xff) === 5 || (cause.errcode & 0xff) === 6;
}

interface StoredDocument {
  readonly key: string;
  readonly document: JsonObject;
}

type Row = Readonly<Record<string, unknown>>;

function documentOf(row: Row): StoredDocument {
  return { key: String(row["key"]), document: JSON.parse(String(row["body"])) as JsonObject };
}

/** Where documents are: those of a collection whose key has the prefix and comes after `after`. */
interface Place extends Readonly<Record<string, string>> {
  readonly vendor: string;
  readonly collection: string;
  readonly prefix: string;
  readonly after: string;
}

const schema = `
  CREATE TABLE IF NOT EXISTS document (
    vendor TEXT NOT NULL, collection TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (vendor, collection, key)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE IF NOT EXISTS write_log (
    seq INTEGER PRIMARY KEY, at TEXT NOT NULL, vendor TEXT NOT NULL, action TEXT NOT NULL, object TEXT NOT NULL,
    method TEXT NOT NULL, path TEXT NOT NULL, caller TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE IF NOT EXISTS identity (only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL) STRICT;
`;

/** The id of a database; drawn where it has none yet, which alone takes its lock. */
function idIn(database: DatabaseSync): string {
  const read = () => database.prepare("SELECT id FROM identity").get()?.["id"];
  const id = read();
  if (id !== undefined) return String(id);
  database.exec("INSERT OR IGNORE INTO identity (only, id) VALUES (1, lower(hex(randomblob(16))))");
  return String(read());
}

/**
 * The local cloud's own database: its transactions are apart from the engine's, so that a crash can fall between the
 * two. `path` is a file, or `:memory:`.
 */
export class LocalStorage {
  readonly history: DocumentHistory;
  /**
   * Drawn when its file is made, and kept in it: it tells two local clouds apart. Null for one that no process shares.
   */
  readonly id: string | null;
  readonly #database: DatabaseSync;
  readonly #get: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #list: StatementSync;
  readonly #log: StatementSync;
  readonly #count: StatementSync;
  readonly #counted: StatementSync;
  readonly #lastWrite: StatementSync;
  readonly #dataVersion: StatementSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #savepoint: StatementSync;
  readonly #release: StatementSync;

  constructor(path: string) {
    try {
      this.#database = new DatabaseSync(path);
      this.#database.exec("PRAGMA busy_timeout=10000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
      this.#database.exec(schema);
      this.id = path === ":memory:" ? null : idIn(this.#database);
      this.history = new DocumentHistory(this.#database);
      // Whoever opens it has nothing else to do yet; from here on, what is locked for longer is tried again.
      this.#database.exec(`PRAGMA busy_timeout=${busyTimeoutMs}`);
    } catch (cause) {
      throw new Fault("local-cloud-failed", "the local cloud's database can't be opened", { cause });
    }
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#get = prepare("SELECT body FROM document WHERE vendor = ? AND collection = ? AND key = ?");
    this.#put = prepare(
      "INSERT INTO document (vendor, collection, key, body) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE " +
        "SET body = excluded.body",
    );
    this.#delete = prepare("DELETE FROM document WHERE vendor = ? AND collection = ? AND key = ?");
    // One bound for the search to begin at: of two it would take the first, and read a collection anew for each of its
    // pages.
    this.#list = prepare(
      `SELECT key, body FROM document
        WHERE vendor = $vendor AND collection = $collection
          AND key >= max($prefix, $after) AND +key > $after AND key < $end
        ORDER BY key LIMIT $limit`,
    );
    this.#log = prepare(
      "INSERT INTO write_log (at, vendor, action, object, method, path, caller) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#count = prepare(
      "INSERT INTO counter (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value " +
        "RETURNING value",
    );
    this.#counted = prepare("SELECT value FROM counter WHERE name = ?");
    this.#lastWrite = prepare("SELECT coalesce(max(seq), 0) AS seq FROM write_log");
    this.#dataVersion = prepare("PRAGMA data_version");
    this.#begin = prepare("BEGIN IMMEDIATE");
    this.#commit = prepare("COMMIT");
    this.#savepoint = prepare("SAVEPOINT request");
    this.#release = prepare("RELEASE request");
  }

  /** Runs `work` in one transaction: all of its writes become durable together, or none when it throws. */
  transaction<T>(work: () => T): T {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (cause) {
      // Some failures end the transaction themselves.
      if (this.isInTransaction) this.#database.exec("ROLLBACK");
      throw cause;
    }
  }

  /** False once a failure of the medium has ended the transaction: what is written from then on would stay at once. */
  get isInTransaction(): boolean {
    return this.#database.isOpen && this.#database.isTransaction;
  }

  /** Inside a transaction: undoes the part that threw, or whose result is not to be kept. */
  savepoint<T>(work: () => T, keep: (result: T) => boolean): T {
    this.#savepoint.run();
    try {
      const result = work();
      if (!keep(result)) this.#database.exec("ROLLBACK TO request");
      this.#release.run();
      return result;
    } catch (cause) {
      if (this.isInTransaction) this.#database.exec("ROLLBACK TO request; RELEASE request");
      throw cause;
    }
  }

  documents(vendor: string): Documents {
    return {
      get: (collection, key) => {
        const row = this.#get.get(vendor, collection, key);
        return row === undefined ? undefined : (JSON.parse(String(row["body"])) as JsonObject);
      },
      put: (collection, key, document) => {
        this.#put.run(vendor, collection, key, JSON.stringify(document));
      },
      delete: (collection, key) => {
        this.#delete.run(vendor, collection, key);
      },
      scan: (collection, prefix, after) => this.#scan(vendor, collection, prefix, after),
      list: (collection, prefix = "") => this.#rows({ vendor, collection, prefix, after: "" }, -1).map(documentOf),
    };
  }

  /**
   * Reads in portions that grow. Each is read to its end before the first row is given out: a statement that is left in
   * the middle keeps its snapshot for ever, and with it no process here can write once another process has.
   */
  *#scan(vendor: string, collection: string, prefix: string, first: string): Generator<StoredDocument> {
    let after = first;
    for (let size = 8; ; size = Math.min(size * 4, 512)) {
      const rows = this.#rows({ vendor, collection, prefix, after }, size);
      // Whoever has enough leaves the rest of a portion, which is not parsed then.
      for (const row of rows) yield documentOf(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < size) return;
      after = String(last["key"]);
    }
  }

  /** Rows of at most `limit` documents behind a key; -1 for all. */
  #rows(place: Place, limit: number): readonly Row[] {
    return this.#list.all({ ...place, end: `${place.prefix}\u{10ffff}`, limit });
  }

  /** Adds `step` to a named counter and gives its new value. */
  count(name: string, step: number): number {
    return Number(this.#count.get(name, step)?.["value"]);
  }

  /** The value of a named counter; 0 for one that nothing was ever added to. */
  counted(name: string): number {
    return Number(this.#counted.get(name)?.["value"] ?? 0);
  }

  log(entry: Omit<WriteLogEntry, "seq">): void {
    this.#log.run(entry.at, entry.vendor, entry.action, entry.object, entry.method, entry.path, entry.caller);
  }

  /** The write log after `seq`, oldest first. */
  writeLog(seq: number): readonly WriteLogEntry[] {
    return this.#database
      .prepare("SELECT seq, at, vendor, action, object, method, path, caller FROM write_log WHERE seq > ? ORDER BY seq")
      .all(seq)
      .map(writeLogEntry);
  }

  /** Number of the last entry of the write log; 0 when there is none. */
  lastWrite(): number {
    return Number(this.#lastWrite.get()?.["seq"]);
  }

  /** A number that changes when another connection has written to the database, and only then. Costs no disk access. */
  dataVersion(): number {
    return Number(this.#dataVersion.get()?.["data_version"]);
  }

  close(): void {
    this.#database.close();
  }
}
