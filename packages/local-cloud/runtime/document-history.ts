import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { JsonObject } from "../../base/json/json.ts";
import type { Documents } from "./local-vendor.ts";

/**
 * A moment to read as of: virtual time, an effective write that is not to be seen yet, or each document's last but one
 * state.
 */
export type PastMoment =
  | { readonly kind: "time"; readonly at: number }
  | { readonly kind: "write"; readonly seq: number }
  | { readonly kind: "previous" };

/**
 * When a change is made: virtual time, and the number in the write log that its request will get if it is effective.
 */
interface ChangeMoment {
  readonly at: number;
  readonly write: number;
}

/** What documents were before each of their changes; null for one that was not there. */
type Before = ReadonlyMap<string, JsonObject | null>;

const schema = `
  CREATE TABLE IF NOT EXISTS document_past (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, write INTEGER NOT NULL,
    vendor TEXT NOT NULL, collection TEXT NOT NULL, key TEXT NOT NULL, body TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS document_past_key ON document_past (vendor, collection, key, seq);
`;

/** The documents' past, kept only while a fault rule wants to read from it. One row a change: what it replaced. */
export class DocumentHistory {
  readonly #note: StatementSync;
  readonly #before: Readonly<Record<PastMoment["kind"], StatementSync>>;
  readonly #forget: StatementSync;

  constructor(database: DatabaseSync) {
    database.exec(schema);
    this.#note = database.prepare(
      "INSERT INTO document_past (at, write, vendor, collection, key, body) VALUES (?, ?, ?, ?, ?, ?)",
    );
    // Of each group SQLite gives the row that holds the minimum or maximum.
    const before = (which: "min" | "max", condition: string) =>
      database.prepare(
        `SELECT key, body, ${which}(seq) FROM document_past WHERE vendor = ? AND collection = ? AND ${condition} ` +
          "GROUP BY key",
      );
    this.#before = {
      time: before("min", "at > ?"),
      write: before("min", "write >= ?"),
      previous: before("max", "seq > ?"),
    };
    this.#forget = database.prepare("DELETE FROM document_past");
  }

  forget(): void {
    this.#forget.run();
  }

  /** The same documents; every change leaves what was there before in the history. */
  remembering(documents: Documents, vendor: string, moment: () => ChangeMoment): Documents {
    const note = (collection: string, key: string) => {
      const { at, write } = moment();
      const before = documents.get(collection, key);
      this.#note.run(at, write, vendor, collection, key, before === undefined ? null : JSON.stringify(before));
    };
    return {
      ...documents,
      put: (collection, key, document) => {
        note(collection, key);
        documents.put(collection, key, document);
      },
      delete: (collection, key) => {
        note(collection, key);
        documents.delete(collection, key);
      },
    };
  }

  /** The documents as of a past moment. What is written to them is lost: a late reader changes nothing. */
  asOf(documents: Documents, vendor: string, moment: PastMoment): Documents {
    const known = new Map<string, Before>();
    const beforeOf = (collection: string): Before => {
      const before = known.get(collection) ?? this.#beforeOf(vendor, collection, moment);
      known.set(collection, before);
      return before;
    };
    const list: Documents["list"] = (collection, prefix = "") => {
      const before = beforeOf(collection);
      const unchanged = documents.list(collection, prefix).filter(({ key }) => !before.has(key));
      const changed = [...before].flatMap(([key, document]) =>
        document !== null && key.startsWith(prefix) ? [{ key, document }] : [],
      );
      return [...unchanged, ...changed].sort((a, b) => (a.key < b.key ? -1 : 1));
    };
    return {
      get: (collection, key) => {
        const document = beforeOf(collection).get(key);
        return document === undefined ? documents.get(collection, key) : (document ?? undefined);
      },
      put: () => {},
      delete: () => {},
      list,
      scan: (collection, prefix, after) => list(collection, prefix).filter(({ key }) => key > after),
    };
  }

  #beforeOf(vendor: string, collection: string, moment: PastMoment): Before {
    const bound = moment.kind === "time" ? moment.at : moment.kind === "write" ? moment.seq : 0;
    const rows = this.#before[moment.kind].all(vendor, collection, bound);
    return new Map(
      rows.map((row) => [
        String(row["key"]),
        row["body"] === null ? null : (JSON.parse(String(row["body"])) as JsonObject),
      ]),
    );
  }
}
