import {
  type CollectionRow,
  type DocumentRow,
  type LogEntryRow,
  type LogRow,
  type RegisterRow,
  wholeCollection,
  wholeDocument,
  wholeLog,
  wholeLogEntry,
  wholeRegister,
} from "../../rows/document-rows.ts";
import { documentKey } from "../../rows/staged-documents.ts";
import { readObject } from "../../rows/stored-documents.ts";
import type { Row } from "../connection/statements.ts";

const tables = ["register", "collection", "document", "log", "log_entry"] as const;
type RegisterTableName = (typeof tables)[number];

export function isRegisterTable(table: string): table is RegisterTableName {
  return (tables as readonly string[]).includes(table);
}

/** Rows of the document store that were found in one kind of place. */
export class FoundDocuments {
  register: RegisterRow | null = null;
  readonly collections = new Map<string, CollectionRow>();
  readonly logs = new Map<string, LogRow>();
  /** By `documentKey`; the newest of each. */
  readonly documents = new Map<string, DocumentRow>();
  /** By log, place and checksum: of two at one place, only one hangs together with the others. */
  readonly entries = new Map<string, LogEntryRow>();

  /** False when the row disagrees with its checksum or can't be read. */
  take(table: RegisterTableName, row: Row): boolean {
    switch (table) {
      case "register": {
        const read = wholeRegister(row);
        if (read !== undefined && read.revision >= (this.register?.revision ?? 0)) this.register = read;
        return read !== undefined;
      }
      case "collection":
        return keepNewest(this.collections, wholeCollection(row), ({ name }) => name);
      case "document":
        return keepNewest(this.documents, readable(wholeDocument(row)), ({ collection, key }) =>
          documentKey(collection, key),
        );
      case "log":
        return keepNewest(this.logs, wholeLog(row), ({ name }) => name);
      case "log_entry": {
        const read = readable(wholeLogEntry(row));
        if (read !== undefined) this.entries.set(`${read.place} ${read.sum} ${read.log}`, read);
        return read !== undefined;
      }
    }
  }

  /** The greatest revision that anything found has. */
  get revision(): number {
    const rows = [...this.collections.values(), ...this.logs.values(), ...this.documents.values()];
    return rows.reduce((newest, { revision }) => Math.max(newest, revision), this.register?.revision ?? 0);
  }
}

/** The document store as far as it was found. */
export class SalvagedDocuments {
  /** As the tables give it. */
  readonly inTables = new FoundDocuments();
  /** As the newest pages hold it, leftovers included; of older pages what only ever comes. */
  readonly inPages = new FoundDocuments();

  /** Takes a row that was found in a page. */
  takeFromPage(table: RegisterTableName, row: Row, isNewest: boolean): void {
    // A document of an older page may have been replaced or removed since.
    if (isNewest || table !== "document") this.inPages.take(table, row);
  }
}

function readable<R extends { readonly body: string }>(row: R | undefined): R | undefined {
  return row === undefined || readObject(row.body) === undefined ? undefined : row;
}

function keepNewest<R extends { readonly revision: number }>(
  rows: Map<string, R>,
  row: R | undefined,
  nameOf: (row: R) => string,
): boolean {
  if (row === undefined) return false;
  if (row.revision >= (rows.get(nameOf(row))?.revision ?? 0)) rows.set(nameOf(row), row);
  return true;
}
