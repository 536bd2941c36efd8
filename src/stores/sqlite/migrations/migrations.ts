import type { DatabaseSync } from "node:sqlite";
import { rowsInOrder } from "../rows/rows-in-order.ts";
import { addChecksums } from "./add-checksums.ts";
import { addKeysSum } from "./add-keys-sum.ts";
import { addRegister } from "./add-register.ts";

/** Brings a database from one version to the next, inside a transaction: SQL, or what SQL can't say. */
type Migration = string | ((database: DatabaseSync) => void);

/** Numbered, forward only: entry n brings a database from version n to n + 1. Never edit one that was released. */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE stack (
    name TEXT PRIMARY KEY, lineage TEXT NOT NULL, serial INTEGER NOT NULL, outputs TEXT NOT NULL,
    epoch INTEGER NOT NULL, holder TEXT, lease_until INTEGER
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY, stack TEXT NOT NULL, epoch INTEGER NOT NULL, run TEXT NOT NULL, entry TEXT NOT NULL
  ) STRICT;
  CREATE TABLE record (
    stack TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (stack, key)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE intent (
    stack TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, handle TEXT, PRIMARY KEY (stack, key)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE claim (
    claim_key TEXT PRIMARY KEY, stack TEXT NOT NULL, uid TEXT NOT NULL, address TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE plan (
    stack TEXT NOT NULL, digest TEXT NOT NULL, kind TEXT NOT NULL, created_at TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (stack, digest)
  ) WITHOUT ROWID, STRICT;
  `,
  `
  CREATE TABLE sealing_keys (one INTEGER PRIMARY KEY CHECK (one = 1), body TEXT NOT NULL) STRICT;
  CREATE TABLE sealed (id TEXT PRIMARY KEY, key_version INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID, STRICT;
  `,
  addChecksums,
  addRegister,
  rowsInOrder,
  "CREATE TABLE context (stack TEXT PRIMARY KEY, body TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID, STRICT;",
  addKeysSum,
  // All that a list of plans and a count of them take, so that neither reads a document.
  "CREATE INDEX plan_made ON plan (stack, created_at, digest, kind, sum);",
  // What is kept of a stack beside its rows; null until the next write to one of an older version.
  "ALTER TABLE stack ADD COLUMN brief TEXT;",
];

/** Tables and indexes of a database of the newest version. */
export const schemaNames: readonly string[] = [
  "claim",
  "claim_at",
  "collection",
  "context",
  "document",
  "document_that_expires",
  "intent",
  "journal",
  "log",
  "log_entry",
  "outputs",
  "plan",
  "plan_made",
  "record",
  "register",
  "run",
  "sealed",
  "sealing_keys",
  "stack",
  "store",
];
