import {
  type CollectionRow,
  type DocumentRow,
  type LogEntryRow,
  type LogRow,
  newRegister,
  wholeDocument,
  wholeLog,
  wholeLogEntry,
  wholeRegister,
} from "../../rows/document-rows.ts";
import {
  documentKey,
  documentsOf,
  type KnownDocuments,
  type StagedDocuments,
  type StagedWrite,
} from "../../rows/staged-documents.ts";
import type { Row, Statements } from "../connection/statements.ts";
import type { CollectionProof } from "./collection-proof.ts";

/** How many documents are pruned in one transaction. */
const pruned = 500;

/** Reads the rows that the writes touch. Throws Fault when they are not as they were written. */
export function readKnownDocuments(
  statements: Statements,
  writes: readonly StagedWrite[],
  { proof, refuse }: { readonly proof: CollectionProof; readonly refuse: (what: string) => never },
): KnownDocuments {
  const documents = new Map<string, DocumentRow>();
  const collections = new Map<string, CollectionRow>();
  const logs = new Map<string, LogRow>();
  const ends = new Map<string, LogEntryRow>();
  const knowDocument = (row: Row) => {
    const document = wholeDocument(row) ?? refuse(`the document ${String(row["key"])}`);
    const { collection, key } = document;
    documents.set(documentKey(collection, key), document);
    const head = collections.has(collection) ? undefined : proof.head(statements, collection);
    if (head !== undefined) collections.set(collection, head);
  };
  for (const write of writes) {
    for (const { collection, key } of documentsOf(write)) {
      const row = statements.get("SELECT * FROM document WHERE collection = ? AND key = ?", collection, key);
      if (row !== undefined) knowDocument(row);
      else proof.prove(statements, collection);
      const head = proof.head(statements, collection);
      if (head !== undefined) collections.set(collection, head);
    }
    if (write.kind === "delete-expired") {
      const expired = "SELECT * FROM document WHERE expires_at < ? ORDER BY expires_at LIMIT ?";
      for (const row of statements.all(expired, write.now, pruned)) knowDocument(row);
    } else if ("log" in write) {
      const head = readLogHead(statements, write.log, refuse);
      if (head !== undefined) logs.set(write.log, head);
      if (head === undefined || write.kind !== "continue") continue;
      const end = statements.get("SELECT * FROM log_entry WHERE log = ? AND place = ?", write.log, head.length);
      if (end !== undefined)
        ends.set(write.log, wholeLogEntry(end) ?? refuse(`the newest entry of the log \`${write.log}\``));
    }
  }
  const row = statements.get("SELECT * FROM register WHERE one = 1");
  const register = row === undefined ? newRegister : (wholeRegister(row) ?? refuse("the row of the document store"));
  return { register, documents, collections, logs, ends };
}

/** The head of a log; undefined when it was not begun. Throws Fault when it is damaged or lost. */
export function readLogHead(statements: Statements, log: string, refuse: (what: string) => never): LogRow | undefined {
  const row = statements.get("SELECT * FROM log WHERE name = ?", log);
  if (row !== undefined) return wholeLog(row) ?? refuse(`the head of the log \`${log}\``);
  const entry = statements.get("SELECT 1 FROM log_entry WHERE log = ? LIMIT 1", log);
  return entry === undefined ? undefined : refuse(`the head of the log \`${log}\` is missing`);
}

/** Writes what was staged. */
export function writeStagedDocuments(statements: Statements, staged: StagedDocuments): void {
  for (const name of staged.emptiedLogs) statements.run("DELETE FROM log_entry WHERE log = ?", name);
  for (const name of staged.documents.removed()) {
    const [collection, key] = JSON.parse(name) as [string, string];
    statements.run("DELETE FROM document WHERE collection = ? AND key = ?", collection, key);
  }
  for (const name of staged.collections.removed()) statements.run("DELETE FROM collection WHERE name = ?", name);
  for (const name of staged.logs.removed()) statements.run("DELETE FROM log WHERE name = ?", name);
  for (const { row } of staged.documents.written()) {
    statements.run(
      "INSERT OR REPLACE INTO document (collection, key, revision, expires_at, body, sum) VALUES (?, ?, ?, ?, ?, ?)",
      row.collection,
      row.key,
      row.revision,
      row.expiresAt,
      row.body,
      row.sum,
    );
  }
  for (const { row } of staged.collections.written()) {
    statements.run(
      "INSERT OR REPLACE INTO collection (name, revision, documents, tally, sum) VALUES (?, ?, ?, ?, ?)",
      row.name,
      row.revision,
      row.documents,
      row.tally,
      row.sum,
    );
  }
  for (const { row } of staged.logs.written()) {
    statements.run(
      "INSERT OR REPLACE INTO log (name, revision, length, last, sum) VALUES (?, ?, ?, ?, ?)",
      row.name,
      row.revision,
      row.length,
      row.last,
      row.sum,
    );
  }
  for (const row of staged.entries) {
    statements.run(
      "INSERT INTO log_entry (log, place, prior, body, sum) VALUES (?, ?, ?, ?, ?)",
      row.log,
      row.place,
      row.prior,
      row.body,
      row.sum,
    );
  }
  const { revision, tally, sum } = staged.register();
  statements.run(
    "INSERT OR REPLACE INTO register (one, revision, tally, sum) VALUES (1, ?, ?, ?)",
    revision,
    tally,
    sum,
  );
}
