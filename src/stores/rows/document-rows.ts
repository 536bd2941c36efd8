import { rowSum } from "./checksum.ts";

/** One document. */
export interface DocumentRow {
  readonly collection: string;
  readonly key: string;
  readonly revision: number;
  /** Milliseconds since the epoch, or null: it stays. */
  readonly expiresAt: number | null;
  /** JSON of the document. */
  readonly body: string;
  readonly sum: number;
}

/** The head of a collection that has documents. */
export interface CollectionRow {
  readonly name: string;
  /** Of its newest change. */
  readonly revision: number;
  /** How many documents it has, and the tally of their rows. */
  readonly documents: number;
  readonly tally: number;
  readonly sum: number;
}

/** The head of a log that was begun. */
export interface LogRow {
  readonly name: string;
  /** Of its newest change. */
  readonly revision: number;
  readonly length: number;
  /** Checksum of its newest entry. */
  readonly last: number;
  readonly sum: number;
}

/**
 * One entry of a log. Each names the checksum of the one before it, 0 for the first: the entries of a log are a chain.
 */
export interface LogEntryRow {
  readonly log: string;
  readonly place: number;
  readonly prior: number;
  /** JSON of the entry. */
  readonly body: string;
  readonly sum: number;
}

/** The one row about the document store as a whole. */
export interface RegisterRow {
  readonly revision: number;
  /** Of the heads of all collections and logs. */
  readonly tally: number;
  readonly sum: number;
}

export function documentSum(row: Omit<DocumentRow, "sum">): number {
  return rowSum("document", row.collection, row.key, row.revision, row.expiresAt, row.body);
}

export function collectionSum(row: Omit<CollectionRow, "sum">): number {
  return rowSum("collection", row.name, row.revision, row.documents, row.tally);
}

export function logSum(row: Omit<LogRow, "sum">): number {
  return rowSum("log", row.name, row.revision, row.length, row.last);
}

export function logEntrySum(row: Omit<LogEntryRow, "sum">): number {
  return rowSum("log_entry", row.log, row.place, row.prior, row.body);
}

export function registerSum(row: Omit<RegisterRow, "sum">): number {
  return rowSum("register", row.revision, row.tally);
}

/** A document store that was never written to. */
export const newRegister: RegisterRow = { revision: 0, tally: 0, sum: registerSum({ revision: 0, tally: 0 }) };

type Row = Readonly<Record<string, unknown>>;

/** The document in a row of a database; undefined when it disagrees with its checksum. So are the others below. */
export function wholeDocument(row: Row): DocumentRow | undefined {
  const read = {
    collection: String(row["collection"]),
    key: String(row["key"]),
    revision: Number(row["revision"]),
    expiresAt: row["expires_at"] === null ? null : Number(row["expires_at"]),
    body: String(row["body"]),
  };
  return whole(read, documentSum(read), row);
}

export function wholeCollection(row: Row): CollectionRow | undefined {
  const read = {
    name: String(row["name"]),
    revision: Number(row["revision"]),
    documents: Number(row["documents"]),
    tally: Number(row["tally"]),
  };
  return whole(read, collectionSum(read), row);
}

export function wholeLog(row: Row): LogRow | undefined {
  const read = {
    name: String(row["name"]),
    revision: Number(row["revision"]),
    length: Number(row["length"]),
    last: Number(row["last"]),
  };
  return whole(read, logSum(read), row);
}

export function wholeLogEntry(row: Row): LogEntryRow | undefined {
  const read = {
    log: String(row["log"]),
    place: Number(row["place"]),
    prior: Number(row["prior"]),
    body: String(row["body"]),
  };
  return whole(read, logEntrySum(read), row);
}

export function wholeRegister(row: Row): RegisterRow | undefined {
  const read = { revision: Number(row["revision"]), tally: Number(row["tally"]) };
  return whole(read, registerSum(read), row);
}

/** The revisions of documents by their keys. */
export function revisionsOf(rows: readonly Row[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ key, revision }) => [String(key), Number(revision)]));
}

function whole<R extends object>(read: R, sum: number, row: Row): (R & { readonly sum: number }) | undefined {
  return row["sum"] === sum ? { ...read, sum } : undefined;
}

/**
 * What is wrong with a part of a log that should come after `after`, one sentence part each; entries in their order.
 */
export function logDamage(log: LogRow, after: number, entries: readonly LogEntryRow[]): readonly string[] {
  const damage: string[] = [];
  for (const [index, { place, prior, sum }] of entries.entries()) {
    const before = entries[index - 1]?.sum ?? (place === 1 ? 0 : prior);
    if (place !== after + index + 1 || prior !== before) damage.push(`what came before entry ${place} is missing`);
    if (place === log.length && sum !== log.last) damage.push("its newest entry is another");
  }
  return damage;
}
