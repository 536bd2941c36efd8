import { newRegister } from "../../rows/document-rows.ts";

/**
 * Numbered, forward only: entry n brings a database from version n to n + 1. Never edit one that was released. What they
 * come to is in `schema.sql`. Texts are compared byte by byte (`COLLATE "C"`): an index does not depend on the version of
 * the system's collations. Documents are text and not `jsonb`, so that they come back as they were and may hold every
 * character that JSON can.
 */
export const migrations: readonly string[] = [
  `
  CREATE SCHEMA IF NOT EXISTS plumbline;
  CREATE TABLE plumbline.migration (
    version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE plumbline.stack (
    name text COLLATE "C" PRIMARY KEY, lineage text NOT NULL, serial bigint NOT NULL, epoch bigint NOT NULL, holder text,
    lease_until bigint, lease_ms bigint, cancel_epoch bigint, state_sum bigint NOT NULL, claim_sum bigint NOT NULL,
    journal_seq bigint NOT NULL, journal_sum bigint NOT NULL, sum bigint NOT NULL
  );
  CREATE TABLE plumbline.journal (
    stack text COLLATE "C" NOT NULL REFERENCES plumbline.stack, seq bigint NOT NULL, epoch bigint NOT NULL,
    serial bigint NOT NULL, run text COLLATE "C" NOT NULL, prior bigint NOT NULL, sum bigint NOT NULL, entry text NOT NULL,
    PRIMARY KEY (stack, seq)
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
  CREATE TABLE plumbline.claim (
    claim_key text COLLATE "C" PRIMARY KEY, stack text COLLATE "C" NOT NULL REFERENCES plumbline.stack,
    uid text NOT NULL, address text NOT NULL, sum bigint NOT NULL
  );
  CREATE INDEX claim_of_stack ON plumbline.claim (stack);
  CREATE TABLE plumbline.plan (
    stack text COLLATE "C" NOT NULL, digest text COLLATE "C" NOT NULL, kind text NOT NULL,
    created_at text COLLATE "C" NOT NULL, document text NOT NULL, sum bigint NOT NULL, PRIMARY KEY (stack, digest)
  );
  CREATE TABLE plumbline.sealing_keys (
    one integer PRIMARY KEY CHECK (one = 1), body text NOT NULL, sum bigint NOT NULL
  );
  CREATE TABLE plumbline.sealed (
    id text COLLATE "C" PRIMARY KEY, key_version bigint NOT NULL, body text NOT NULL, sum bigint NOT NULL
  );
  `,
  `
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
  DROP INDEX plumbline.claim_of_stack;
  CREATE INDEX claim_at ON plumbline.claim (stack, address);
  `,
  `
  CREATE TABLE plumbline.context (
    stack text COLLATE "C" PRIMARY KEY REFERENCES plumbline.stack, body text NOT NULL, sum bigint NOT NULL
  );
  `,
  // What is kept of a stack beside its rows; null until the next write to one of an older version.
  "ALTER TABLE plumbline.stack ADD COLUMN brief text;",
];
