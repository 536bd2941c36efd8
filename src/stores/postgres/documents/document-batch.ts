import {
  type CollectionRow,
  type DocumentRow,
  type LogEntryRow,
  type LogRow,
  wholeCollection,
  wholeDocument,
  wholeLog,
  wholeLogEntry,
  wholeRegister,
} from "../../rows/document-rows.ts";
import type { DocumentWriter } from "../../rows/document-writes.ts";
import {
  documentKey,
  documentsOf,
  type KnownDocuments,
  StagedDocuments,
  type StagedWrite,
} from "../../rows/staged-documents.ts";
import { tooNew } from "../../rows/store-version.ts";
import type { Connection } from "../connection/connection.ts";
import { channel, documentNotice } from "../connection/notices.ts";
import { isUnstorable } from "../connection/server-error.ts";
import type { Queries } from "../connection/session.ts";
import { damaged } from "../connection/store-faults.ts";
import { newestVersion } from "../migrations/migrations.ts";

/** How many documents are pruned in one transaction. */
const pruned = 500;

/** Thrown when the database can't hold something of what several callers want to write. */
class Unstorable extends Error {}

/** Writes what several callers want in one transaction, and tells each what came of its own. Never throws. */
export async function writeDocuments(connection: Connection, batch: readonly DocumentWriter[]): Promise<void> {
  let tells: readonly (() => void)[];
  try {
    tells = await connection.writing((queries) => writeAll(queries, batch));
  } catch (cause) {
    if (cause instanceof Unstorable) {
      for (const each of batch) await writeDocuments(connection, [each]);
    } else for (const each of batch) each.reject(cause);
    return;
  }
  for (const tell of tells) tell();
}

async function writeAll(queries: Queries, batch: readonly DocumentWriter[]): Promise<readonly (() => void)[]> {
  try {
    const staged = new StagedDocuments(
      await readKnown(
        queries,
        batch.map(({ write }) => write),
      ),
    );
    const tells = batch.map((writer) => writer.stage(staged));
    if (staged.isChanged) await writeStaged(queries, staged);
    return tells;
  } catch (cause) {
    if (batch.length > 1 && isUnstorable(cause)) throw new Unstorable();
    throw cause;
  }
}

/**
 * One row at a time writes to the document store: whoever locks it sees all that was written before, and revisions stay
 * in order.
 */
const lock = `
  SELECT *, (SELECT max(version) FROM plumbline.migration) AS version
  FROM plumbline.register WHERE one = 1 FOR UPDATE OF register
`;

const known = `
  WITH found AS (
    SELECT d.* FROM plumbline.document d
      JOIN unnest($1::text[], $2::text[]) AS w (collection, key) ON d.collection = w.collection AND d.key = w.key
    UNION (SELECT * FROM plumbline.document WHERE expires_at < $3 ORDER BY expires_at LIMIT ${pruned})
  )
  SELECT 'document' AS kind, collection AS name, key, revision, expires_at, body, NULL::bigint AS size,
    NULL::bigint AS mark, sum FROM found
  UNION ALL SELECT 'collection', name, NULL, revision, NULL, NULL, documents, tally, sum FROM plumbline.collection
    WHERE name = ANY($1::text[]) OR name IN (SELECT collection FROM found)
  UNION ALL SELECT 'log', name, NULL, revision, NULL, NULL, length, last, sum FROM plumbline.log
    WHERE name = ANY($4::text[])
  UNION ALL SELECT 'end', e.log, NULL, NULL, NULL, e.body, e.place, e.prior, e.sum
    FROM plumbline.log l JOIN plumbline.log_entry e ON e.log = l.name AND e.place = l.length
    WHERE l.name = ANY($5::text[])
`;

/** Locks the document store and reads the rows that the writes touch. */
async function readKnown(queries: Queries, writes: readonly StagedWrite[]): Promise<KnownDocuments> {
  const [locked] = await queries.rows(lock);
  if (locked === undefined) throw damaged("the row of the document store is missing");
  if (Number(locked["version"]) > newestVersion) throw tooNew();
  const register = wholeRegister(locked) ?? refuse("the row of the document store");
  const documents = new Map<string, DocumentRow>();
  const collections = new Map<string, CollectionRow>();
  const logs = new Map<string, LogRow>();
  const ends = new Map<string, LogEntryRow>();
  const touched = writes.flatMap(documentsOf);
  const rows = await queries.rows(
    known,
    touched.map(({ collection }) => collection),
    touched.map(({ key }) => key),
    Math.max(...writes.map((write) => (write.kind === "delete-expired" ? write.now : Number.MIN_SAFE_INTEGER))),
    writes.flatMap((write) => ("log" in write ? [write.log] : [])),
    writes.flatMap((write) => (write.kind === "continue" ? [write.log] : [])),
  );
  for (const row of rows) {
    const name = String(row["name"]);
    if (row["kind"] === "document") {
      const read = wholeDocument({ ...row, collection: name });
      const document = read ?? refuse(`the document ${String(row["key"])} of \`${name}\``);
      documents.set(documentKey(name, document.key), document);
    } else if (row["kind"] === "collection") {
      const read = wholeCollection({ ...row, documents: row["size"], tally: row["mark"] });
      collections.set(name, read ?? refuse(`the head of \`${name}\``));
    } else if (row["kind"] === "end") {
      const read = wholeLogEntry({ ...row, log: name, place: row["size"], prior: row["mark"] });
      ends.set(name, read ?? refuse(`the newest entry of the log \`${name}\``));
    } else {
      const read = wholeLog({ ...row, length: row["size"], last: row["mark"] });
      logs.set(name, read ?? refuse(`the head of the log \`${name}\``));
    }
  }
  return { register, documents, collections, logs, ends };
}

/** The parts see the tables as they were, and touch rows of their own each. */
const write = `
  WITH register AS (
    UPDATE plumbline.register SET revision = $1, tally = $2, sum = $3 WHERE one = 1
  ), collections AS (
    INSERT INTO plumbline.collection (name, revision, documents, tally, sum)
    SELECT * FROM unnest($4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
    ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, documents = excluded.documents,
      tally = excluded.tally, sum = excluded.sum
  ), documents AS (
    INSERT INTO plumbline.document (collection, key, revision, expires_at, body, sum)
    SELECT * FROM unnest($9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::bigint[])
    ON CONFLICT (collection, key) DO UPDATE SET revision = excluded.revision, expires_at = excluded.expires_at,
      body = excluded.body, sum = excluded.sum
  ), documents_gone AS (
    DELETE FROM plumbline.document d USING unnest($15::text[], $16::text[]) AS g (collection, key)
    WHERE d.collection = g.collection AND d.key = g.key
  ), collections_gone AS (
    DELETE FROM plumbline.collection WHERE name = ANY($17::text[])
  ), logs AS (
    INSERT INTO plumbline.log (name, revision, length, last, sum)
    SELECT * FROM unnest($18::text[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[])
    ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, length = excluded.length, last = excluded.last,
      sum = excluded.sum
  ), entries AS (
    INSERT INTO plumbline.log_entry (log, place, prior, body, sum)
    SELECT * FROM unnest($23::text[], $24::bigint[], $25::bigint[], $26::text[], $27::bigint[])
  ), logs_gone AS (
    DELETE FROM plumbline.log WHERE name = ANY($28::text[])
  )
  SELECT pg_notify('${channel}', text) FROM unnest($29::text[]) AS text
`;

async function writeStaged(queries: Queries, staged: StagedDocuments): Promise<void> {
  if (staged.emptiedLogs.size > 0) {
    await queries.rows("DELETE FROM plumbline.log_entry WHERE log = ANY($1::text[])", [...staged.emptiedLogs]);
  }
  const { revision, tally, sum } = staged.register();
  const documentsGone = staged.documents.removed().map((name) => JSON.parse(name) as [string, string]);
  await queries.rows(
    write,
    ...[revision, tally, sum],
    ...columns(staged.collections.written(), ["name", "revision", "documents", "tally", "sum"]),
    ...columns(staged.documents.written(), ["collection", "key", "revision", "expiresAt", "body", "sum"]),
    documentsGone.map(([collection]) => collection),
    documentsGone.map(([, key]) => key),
    staged.collections.removed(),
    ...columns(staged.logs.written(), ["name", "revision", "length", "last", "sum"]),
    ...columns(
      staged.entries.map((row) => ({ row })),
      ["log", "place", "prior", "body", "sum"],
    ),
    staged.logs.removed(),
    [...staged.changed].map(documentNotice),
  );
}

function columns<R>(written: readonly { readonly row: R }[], names: readonly (keyof R)[]): readonly unknown[][] {
  return names.map((name) => written.map(({ row }) => row[name]));
}

function refuse(what: string): never {
  throw damaged(`${what} disagrees with its checksum`);
}
