import { newRegister } from "../../rows/document-rows.ts";
import { numbered } from "../../rows/store-version.ts";

/**
 * The version that the first of the migrations makes: that of Plumbline 0.1.0. Tables of lower versions were made
 * before it and are refused (decision 0090).
 */
export const firstVersion = 5;

/**
 * Forward only: the first one makes the tables, each further one brings them from one version to the next. Never edit
 * one that was released. What they come to is in `schema.sql`. Texts are compared byte by byte (`COLLATE "C"`): an
 * index does not depend on the version of the system's collations. Documents are text and not `jsonb`, so that they
 * come back as they were and may hold every character that JSON can.
 */
const migrations: readonly string[] = [
  `
  CREATE SCHEMA IF NOT EXISTS plumbline;
  CREATE TABLE plumbline.migration (
    version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE plumbline.stack (
    name text COLLATE "C" PRIMARY KEY, lineage text NOT NULL, serial bigint NOT NULL, epoch bigint NOT NULL,
    holder text, lease_until bigint, lease_ms bigint, cancel_epoch bigint, state_sum bigint NOT NULL,
    claim_sum bigint NOT NULL, journal_seq bigint NOT NULL, journal_sum bigint NOT NULL, brief text, sum bigint NOT NULL
  );
  CREATE TABLE plumbline.journal (
    stack text COLLATE "C" NOT NULL REFERENCES plumbline.stack, seq bigint NOT NULL, epoch bigint NOT NULL,
    serial bigint NOT NULL, run text COLLATE "C" NOT NULL, prior bigint NOT NULL, sum bigint NOT NULL,
    entry bytea NOT NULL, PRIMARY KEY (stack, seq)
  );
  CREATE INDEX journal_of_run ON plumbline.journal (stack, run, seq);
  CREATE TABLE plumbline.record (
    stack text COLLATE "C" NOT NULL REFERENCES plumbline.stack, key text COLLATE "C" NOT NULL, body text NOT NULL,
    sum bigint NOT NULL, PRIMARY KEY (stack, key)
  );
  CREATE TABLE plumbline.intent (
    stack text COLLATE "C" NOT NULL REFERENCES plumbline.stack, key text COLLATE "C" NOT NULL, body text NOT NULL,
    handle text, sum bigint NOT NULL, PRIMARY KEY (stack, key)
  );
  CREATE TABLE plumbline.outputs (
    stack text COLLATE "C" PRIMARY KEY REFERENCES plumbline.stack, body text NOT NULL, sum bigint NOT NULL
  );
  CREATE TABLE plumbline.context (
    stack text COLLATE "C" PRIMARY KEY REFERENCES plumbline.stack, body text NOT NULL, sum bigint NOT NULL
  );
  CREATE TABLE plumbline.claim (
    claim_key text COLLATE "C" PRIMARY KEY, stack text COLLATE "C" NOT NULL REFERENCES plumbline.stack,
    uid text NOT NULL, address text NOT NULL, sum bigint NOT NULL
  );
  CREATE INDEX claim_at ON plumbline.claim (stack, address);
  CREATE TABLE plumbline.plan (
    stack text COLLATE "C" NOT NULL, digest text COLLATE "C" NOT NULL, kind text NOT NULL,
    created_at text COLLATE "C" NOT NULL, document bytea NOT NULL, sum bigint NOT NULL, PRIMARY KEY (stack, digest)
  );
  CREATE TABLE plumbline.sealing_keys (
    one integer PRIMARY KEY CHECK (one = 1), body text NOT NULL, sum bigint NOT NULL
  );
  CREATE TABLE plumbline.sealed (
    id text COLLATE "C" PRIMARY KEY, key_version bigint NOT NULL, body text NOT NULL, sum bigint NOT NULL
  );
  CREATE TABLE plumbline.register (
    one integer PRIMARY KEY CHECK (one = 1), revision bigint NOT NULL, tally bigint NOT NULL, sum bigint NOT NULL
  );
  INSERT INTO plumbline.register (one, revision, tally, sum) VALUES (1, 0, 0, ${newRegister.sum});
  CREATE TABLE plumbline.collection (
    name text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL, documents bigint NOT NULL, tally bigint NOT NULL,
    sum bigint NOT NULL
  );
  CREATE TABLE plumbline.document (
    collection text COLLATE "C" NOT NULL REFERENCES plumbline.collection, key text COLLATE "C" NOT NULL,
    revision bigint NOT NULL, expires_at bigint, body text NOT NULL, sum bigint NOT NULL, PRIMARY KEY (collection, key)
  );
  CREATE INDEX document_that_expires ON plumbline.document (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE plumbline.log (
    name text COLLATE "C" PRIMARY KEY, revision bigint NOT NULL, length bigint NOT NULL, last bigint NOT NULL,
    sum bigint NOT NULL
  );
  CREATE TABLE plumbline.log_entry (
    log text COLLATE "C" NOT NULL REFERENCES plumbline.log, place bigint NOT NULL, prior bigint NOT NULL,
    body text NOT NULL, sum bigint NOT NULL, PRIMARY KEY (log, place)
  );
  `,
];

export const { newestVersion, migrationsAfter } = numbered(firstVersion, migrations);
