import type { DocumentStore, LogEntry, StoredDocument } from "../../../engine/ports/document-store.ts";
import { tallied } from "../../rows/checksum.ts";
import { afterPrefix } from "../../rows/code-points.ts";
import { logDamage, revisionsOf, wholeDocument, wholeLog, wholeLogEntry } from "../../rows/document-rows.ts";
import { type DocumentWriter, documentWrites } from "../../rows/document-writes.ts";
import { tooNew } from "../../rows/store-version.ts";
import { readObject } from "../../rows/stored-documents.ts";
import type { ChangeFeed } from "../connection/change-feed.ts";
import type { Connection } from "../connection/connection.ts";
import { Lanes } from "../connection/lanes.ts";
import type { Row } from "../connection/session.ts";
import { damaged } from "../connection/store-faults.ts";
import { newestVersion } from "../migrations/migrations.ts";
import { writeDocuments } from "./document-batch.ts";

/** The version of the tables, which every answer carries: there is a row whether anything is found or not. */
const version = "(SELECT max(version) AS version FROM plumbline.migration) AS v";

/** The document store in the tables of the store's database. Writes that wait together share one transaction. */
export class PostgresDocumentStore implements DocumentStore {
  readonly #connection: Connection;
  readonly #feed: ChangeFeed;
  readonly #lanes = new Lanes();
  #waiting: DocumentWriter[] = [];
  readonly put: DocumentStore["put"];
  readonly remove: DocumentStore["remove"];
  readonly changeAll: DocumentStore["changeAll"];
  readonly appendLog: DocumentStore["appendLog"];
  readonly continueLog: DocumentStore["continueLog"];
  readonly removeLog: DocumentStore["removeLog"];
  readonly #deleteExpiredKnown: (now: number) => Promise<void>;

  constructor(connection: Connection, feed: ChangeFeed) {
    this.#connection = connection;
    this.#feed = feed;
    const writes = documentWrites((writer) => this.#submit(writer));
    this.put = writes.put;
    this.remove = writes.remove;
    this.changeAll = writes.changeAll;
    this.appendLog = writes.appendLog;
    this.continueLog = writes.continueLog;
    this.removeLog = writes.removeLog;
    this.#deleteExpiredKnown = writes.deleteExpiredKnown;
  }

  readonly get: DocumentStore["get"] = async (collection, key): Promise<StoredDocument | null> => {
    const [row] = await this.#rows(
      `SELECT v.version, d.* FROM ${version} LEFT JOIN plumbline.document d ON d.collection = $1 AND d.key = $2`,
      collection,
      key,
    );
    return row === undefined || row["key"] === null ? null : documentOf(row);
  };

  readonly revisions: DocumentStore["revisions"] = async (collection, keys): Promise<ReadonlyMap<string, number>> => {
    const rows = await this.#rows(
      `SELECT v.version, d.key, d.revision FROM ${version}
        LEFT JOIN plumbline.document d ON d.collection = $1 AND d.key = ANY($2)`,
      collection,
      keys,
    );
    return revisionsOf(rows.filter(({ key }) => key !== null));
  };

  readonly list: DocumentStore["list"] = async (
    collection,
    { prefix = "", after = null, limit },
  ): Promise<readonly StoredDocument[]> => {
    const rows = await this.#rows(
      `SELECT v.version, c.tally, d.* FROM ${version} LEFT JOIN plumbline.collection c ON c.name = $1
        LEFT JOIN LATERAL (
          SELECT * FROM plumbline.document WHERE collection = $1 AND key >= $2
            AND ($3::text IS NULL OR key > $3) AND ($4::text IS NULL OR key < $4) ORDER BY key LIMIT $5
        ) d ON true ORDER BY d.key`,
      collection,
      prefix,
      after,
      afterPrefix(prefix),
      limit,
    );
    const found = rows.filter((row) => row["key"] !== null);
    if (prefix === "" && after === null && found.length < limit) {
      const tally = found.reduce((sum, row) => tallied(sum, Number(row["sum"]), 0), 0);
      if (tally !== (rows[0]?.["tally"] ?? 0)) {
        throw damaged(`documents of \`${collection}\` are missing, old or too many`);
      }
    }
    return found.map(documentOf);
  };

  /** A standby, and a server that is set to read only, refuse such a statement whether it concerns a row or not. */
  readonly tryWrite = async (): Promise<void> => {
    await this.#connection.writing(({ rows }) => rows("DELETE FROM plumbline.document WHERE false"));
  };

  readonly deleteExpired = async (now: number): Promise<void> => {
    for (;;) {
      const sql = `SELECT v.version, d.key FROM ${version} LEFT JOIN LATERAL (
        SELECT key FROM plumbline.document WHERE expires_at < $1 LIMIT 1
      ) d ON true`;
      const [row] = await this.#rows(sql, now);
      if (row === undefined || row["key"] === null) return;
      await this.#deleteExpiredKnown(now);
    }
  };

  readonly readLog = async (log: string, after: number, limit: number): Promise<readonly LogEntry[]> => {
    const rows = await this.#rows(
      `SELECT v.version, l.*, e.place, e.prior, e.body, e.sum AS entry_sum FROM ${version}
        LEFT JOIN plumbline.log l ON l.name = $1
        LEFT JOIN LATERAL (
          SELECT place, prior, body, sum FROM plumbline.log_entry WHERE log = $1 AND place > $2 ORDER BY place LIMIT $3
        ) e ON true ORDER BY e.place`,
      log,
      after,
      limit,
    );
    const [first] = rows;
    if (first === undefined || first["name"] === null) return [];
    const head = wholeLog(first) ?? refuse(`the head of the log \`${log}\``);
    const entries = rows
      .filter((row) => row["place"] !== null)
      .map((row) => wholeLogEntry({ ...row, log, sum: row["entry_sum"] }) ?? refuse(`an entry of the log \`${log}\``));
    if (entries.length !== Math.max(0, Math.min(limit, head.length - after))) {
      throw damaged(`entries of the log \`${log}\` are missing`);
    }
    const [damage] = logDamage(head, after, entries);
    if (damage !== undefined) throw damaged(`the log \`${log}\`: ${damage}`);
    return entries.map(({ place, body }) => ({
      index: place,
      entry: readObject(body) ?? refuse(`an entry of the log \`${log}\``),
    }));
  };

  readonly logLength = async (log: string): Promise<number> => {
    const sql = `SELECT v.version, l.* FROM ${version} LEFT JOIN plumbline.log l ON l.name = $1`;
    const [row] = await this.#rows(sql, log);
    if (row === undefined || row["name"] === null) return 0;
    return (wholeLog(row) ?? refuse(`the head of the log \`${log}\``)).length;
  };

  readonly changes: DocumentStore["changes"] = (name, signal) => this.#feed.documentChanges(name, signal);

  /** Settles when nothing is being written any more. */
  idle(): Promise<void> {
    return this.#lanes.idle();
  }

  #submit(writer: DocumentWriter): void {
    this.#waiting.push(writer);
    if (this.#waiting.length > 1) return;
    void this.#lanes.run("", async () => {
      const batch = this.#waiting;
      this.#waiting = [];
      await writeDocuments(this.#connection, batch);
    });
  }

  async #rows(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]> {
    const rows = await this.#connection.asking(sql, ...values);
    if (Number(rows[0]?.["version"]) > newestVersion) throw tooNew();
    return rows;
  }
}

function documentOf(row: Row): StoredDocument {
  const read = wholeDocument(row) ?? refuse(`the document ${String(row["key"])} of \`${String(row["collection"])}\``);
  return {
    key: read.key,
    revision: read.revision,
    document: readObject(read.body) ?? refuse(`the document ${read.key}`),
  };
}

function refuse(what: string): never {
  throw damaged(`${what} is not as it was written`);
}
