import { numbered } from "../../rows/store-version.ts";

/**
 * The version that the first of the migrations makes: that of Plumbline 0.1.0. Databases of lower versions were made
 * before it and are refused (decision 0090).
 */
export const firstVersion = 10;

/** SQLite keeps the text of a table as it was given, and the doctor compares it: it has no line breaks of our own. */
const sumColumn = "sum INTEGER NOT NULL";

/**
 * Forward only: the first one makes the tables in an empty database, each further one brings them from one version to
 * the next. Never edit one that was released. What they come to is in `schema.sql`. Documents are text, so that they
 * come back as they were; rows that hold whole ones lie in the order in which they came, under an index of their keys
 * (decision 0022).
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE store (
    one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL, id TEXT NOT NULL, commits INTEGER NOT NULL,
    stacks INTEGER NOT NULL, keys_sum INTEGER, sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE stack (
    name TEXT PRIMARY KEY, lineage TEXT NOT NULL, serial INTEGER NOT NULL, epoch INTEGER NOT NULL, holder TEXT,
    lease_until INTEGER, lease_ms INTEGER, cancel_epoch INTEGER, state_sum INTEGER NOT NULL, claim_sum INTEGER NOT NULL,
    plan_sum INTEGER NOT NULL, run_sum INTEGER NOT NULL, journal_seq INTEGER NOT NULL, journal_sum INTEGER NOT NULL,
    brief TEXT, sum INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY, stack TEXT NOT NULL, epoch INTEGER NOT NULL, serial INTEGER NOT NULL, run TEXT NOT NULL,
    prior INTEGER NOT NULL, sum INTEGER NOT NULL, entry BLOB NOT NULL
  ) STRICT;
  CREATE TABLE run (
    stack TEXT NOT NULL, run TEXT NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (stack, run)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE record (
    stack TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (stack, key)
  ) STRICT;
  CREATE TABLE intent (
    stack TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, handle TEXT, sum INTEGER NOT NULL,
    PRIMARY KEY (stack, key)
  ) STRICT;
  CREATE TABLE outputs (stack TEXT PRIMARY KEY, body TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE context (stack TEXT PRIMARY KEY, body TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE claim (
    claim_key TEXT PRIMARY KEY, stack TEXT NOT NULL, uid TEXT NOT NULL, address TEXT NOT NULL, sum INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX claim_at ON claim (stack, address);
  CREATE TABLE plan (
    stack TEXT NOT NULL, digest TEXT NOT NULL, kind TEXT NOT NULL, created_at TEXT NOT NULL, document BLOB NOT NULL,
    sum INTEGER NOT NULL, PRIMARY KEY (stack, digest)
  ) STRICT;
  CREATE INDEX plan_made ON plan (stack, created_at, digest, kind, sum);
  CREATE TABLE sealing_keys (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;
  CREATE TABLE sealed (
    id TEXT PRIMARY KEY, key_version INTEGER NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE register (
    one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL, tally INTEGER NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE collection (
    name TEXT PRIMARY KEY, revision INTEGER NOT NULL, documents INTEGER NOT NULL, tally INTEGER NOT NULL,
    sum INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE document (
    collection TEXT NOT NULL, key TEXT NOT NULL, revision INTEGER NOT NULL, expires_at INTEGER, body TEXT NOT NULL,
    sum INTEGER NOT NULL, PRIMARY KEY (collection, key)
  ) STRICT;
  CREATE INDEX document_that_expires ON document (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE log (
    name TEXT PRIMARY KEY, revision INTEGER NOT NULL, length INTEGER NOT NULL, last INTEGER NOT NULL, ${sumColumn}
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE log_entry (
    log TEXT NOT NULL, place INTEGER NOT NULL, prior INTEGER NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (log, place)
  ) WITHOUT ROWID, STRICT;
  `,
];

export const { newestVersion, migrationsAfter } = numbered(firstVersion, migrations);

/** Tables and indexes of a database of the newest version, in the order of their names. */
export const schemaNames: readonly string[] = [...migrations.join("").matchAll(/CREATE (?:TABLE|INDEX) (\w+)/g)]
  .map(([, name = ""]) => name)
  .sort();
