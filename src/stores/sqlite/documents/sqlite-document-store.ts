import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DocumentStore, LogEntry, StoredDocument } from "../../../engine/ports/document-store.ts";
import { afterPrefix } from "../../rows/code-points.ts";
import { logDamage, revisionsOf, wholeDocument, wholeLogEntry } from "../../rows/document-rows.ts";
import { type DocumentWriter, documentWrites } from "../../rows/document-writes.ts";
import { type KnownDocuments, StagedDocuments } from "../../rows/staged-documents.ts";
import { readObject } from "../../rows/stored-documents.ts";
import type { Connection } from "../connection/connection.ts";
import { PolledFeed } from "../connection/polled-feed.ts";
import type { Row, Statements } from "../connection/statements.ts";
import { CollectionProof } from "./collection-proof.ts";
import { readKnownDocuments, readLogHead, writeStagedDocuments } from "./document-batch.ts";

/** How far a collection or log has come; 0 for one that has nothing. */
function revisionOf(statements: Statements, name: string): number {
  const row = statements.get(
    "SELECT max(revision) AS revision FROM (SELECT revision FROM collection WHERE name = ? " +
      "UNION ALL SELECT revision FROM log WHERE name = ?)",
    name,
    name,
  );
  return Number(row?.["revision"] ?? 0);
}

/** The document store in the tables of the store's file. Writes that wait together share one transaction. */
export class SqliteDocumentStore implements DocumentStore {
  readonly #connection: Connection;
  readonly #feed: PolledFeed<number>;
  readonly #proof: CollectionProof;
  #waiting: DocumentWriter[] = [];
  readonly put: DocumentStore["put"];
  readonly remove: DocumentStore["remove"];
  readonly changeAll: DocumentStore["changeAll"];
  readonly appendLog: DocumentStore["appendLog"];
  readonly continueLog: DocumentStore["continueLog"];
  readonly removeLog: DocumentStore["removeLog"];
  readonly #deleteExpiredKnown: (now: number) => Promise<void>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#feed = new PolledFeed(connection, revisionOf);
    this.#proof = new CollectionProof(connection);
    const writes = documentWrites((writer) => this.#submit(writer));
    this.put = writes.put;
    this.remove = writes.remove;
    this.changeAll = writes.changeAll;
    this.appendLog = writes.appendLog;
    this.continueLog = writes.continueLog;
    this.removeLog = writes.removeLog;
    this.#deleteExpiredKnown = writes.deleteExpiredKnown;
  }

  readonly get: DocumentStore["get"] = async (collection, key): Promise<StoredDocument | null> =>
    (await this.#connection.looking((statements) => {
      const row = statements.get("SELECT * FROM document WHERE collection = ? AND key = ?", collection, key);
      return row === undefined ? null : this.#document(row);
    })) ?? this.#missing(collection, key);

  readonly revisions: DocumentStore["revisions"] = async (collection, keys): Promise<ReadonlyMap<string, number>> =>
    this.#connection.reading((statements) => {
      const sql = "SELECT key, revision FROM document WHERE collection = ? AND key IN (SELECT value FROM json_each(?))";
      return revisionsOf(statements.all(sql, collection, JSON.stringify(keys)));
    });

  readonly list: DocumentStore["list"] = async (
    collection,
    { prefix = "", after, limit },
  ): Promise<readonly StoredDocument[]> =>
    this.#connection.reading((statements) => {
      const end = afterPrefix(prefix);
      const rows = statements.all(
        `SELECT * FROM document WHERE collection = ? AND key >= ? ${after === undefined ? "" : "AND key > ?"} ` +
          `${end === null ? "" : "AND key < ?"} ORDER BY key LIMIT ?`,
        ...[collection, prefix, ...(after === undefined ? [] : [after]), ...(end === null ? [] : [end]), limit],
      );
      const documents = rows.map((row) => this.#document(row));
      if (rows.length < limit) this.#proof.prove(statements, collection);
      return documents;
    });

  readonly tryWrite = async (): Promise<void> => this.#connection.tryWrite();

  readonly deleteExpired = async (now: number): Promise<void> => {
    for (;;) {
      const left = await this.#connection.looking((statements) =>
        statements.get("SELECT 1 FROM document WHERE expires_at < ? LIMIT 1", now),
      );
      if (left === undefined) return;
      await this.#deleteExpiredKnown(now);
    }
  };

  readonly readLog = async (log: string, after: number, limit: number): Promise<readonly LogEntry[]> =>
    this.#connection.reading((statements) => {
      const head = readLogHead(statements, log, this.#refuse);
      const entries = statements
        .all("SELECT * FROM log_entry WHERE log = ? AND place > ? ORDER BY place LIMIT ?", log, after, limit)
        .map((row) => wholeLogEntry(row) ?? this.#refuse(`an entry of the log \`${log}\``));
      const expected = Math.max(0, Math.min(limit, (head?.length ?? 0) - after));
      if (entries.length !== expected) this.#refuse(`entries of the log \`${log}\` are missing`);
      const [damage] = head === undefined ? [] : logDamage(head, after, entries);
      if (damage !== undefined) this.#refuse(`the log \`${log}\`: ${damage}`);
      return entries.map(({ place, body }) => ({
        index: place,
        entry: this.#read(body, `an entry of the log \`${log}\``),
      }));
    });

  readonly logLength = async (log: string): Promise<number> =>
    this.#connection.reading((statements) => readLogHead(statements, log, this.#refuse)?.length ?? 0);

  async *changes(name: string, signal: AbortSignal): AsyncGenerator<void, void, void> {
    for await (const _ of this.#feed.news(name, signal)) yield;
  }

  /** Does what waits, and ends all watching. */
  async close(): Promise<void> {
    await this.#flush();
    await this.#connection.settled();
    this.#feed.close();
  }

  #submit(writer: DocumentWriter): void {
    this.#waiting.push(writer);
    if (this.#waiting.length === 1) setImmediate(() => void this.#flush());
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    let done: {
      readonly tells: readonly (() => void)[];
      readonly known: KnownDocuments;
      readonly staged: StagedDocuments;
    };
    try {
      done = await this.#connection.writing(({ statements }) => {
        const writes = batch.map(({ write }) => write);
        const known = readKnownDocuments(statements, writes, { proof: this.#proof, refuse: this.#refuse });
        const staged = new StagedDocuments(known);
        const settled = batch.map((writer) => writer.stage(staged));
        if (staged.isChanged) writeStagedDocuments(statements, staged);
        return { tells: settled, known, staged };
      });
    } catch (cause) {
      for (const each of batch) each.reject(cause);
      return;
    }
    const { tells, known, staged } = done;
    for (const name of staged.changed) {
      this.#proof.moved(name, known.collections.get(name)?.revision, staged.collections.get(name)?.revision);
    }
    for (const tell of tells) tell();
    this.#feed.look(staged.changed);
  }

  #document(row: Row): StoredDocument {
    const { key, revision, body } =
      wholeDocument(row) ?? this.#refuse(`the document ${String(row["collection"])} ${String(row["key"])}`);
    return { key, revision, document: this.#read(body, `the document ${String(row["collection"])} ${key}`) };
  }

  /** A document that is not there is told from one that is lost. */
  #missing(collection: string, key: string): Promise<StoredDocument | null> {
    return this.#connection.reading((statements) => {
      const row = statements.get("SELECT * FROM document WHERE collection = ? AND key = ?", collection, key);
      if (row !== undefined) return this.#document(row);
      this.#proof.prove(statements, collection);
      return null;
    });
  }

  #read(body: string, what: string): JsonObject {
    return readObject(body) ?? this.#refuse(`${what} can't be read`);
  }

  readonly #refuse = (what: string): never => {
    throw this.#connection.damaged(what);
  };
}
