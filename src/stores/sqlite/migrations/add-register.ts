/** Version 4: the document store of the service, beside the stacks, and records that are found by their address. */
export const addRegister = `
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
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX document_that_expires ON document (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE log (
    name TEXT PRIMARY KEY, revision INTEGER NOT NULL, length INTEGER NOT NULL, last INTEGER NOT NULL, sum INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE log_entry (
    log TEXT NOT NULL, place INTEGER NOT NULL, prior INTEGER NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (log, place)
  ) WITHOUT ROWID, STRICT;
  DROP INDEX claim_of_stack;
  CREATE INDEX claim_at ON claim (stack, address);
`;
