/**
 * Version 5: rows that hold whole documents lie in the order in which they came, under an index of their keys. As entries of a
 * b-tree by key they spilled onto pages of their own from a quarter of a page on, and SQLite read whole documents to
 * compare the keys of others (decision 0022).
 */
export const rowsInOrder = [
  [
    "record",
    "stack TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (stack, key)",
  ],
  [
    "intent",
    "stack TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, handle TEXT, sum INTEGER NOT NULL, PRIMARY KEY (stack, key)",
  ],
  [
    "plan",
    "stack TEXT NOT NULL, digest TEXT NOT NULL, kind TEXT NOT NULL, created_at TEXT NOT NULL, document TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (stack, digest)",
  ],
  [
    "document",
    "collection TEXT NOT NULL, key TEXT NOT NULL, revision INTEGER NOT NULL, expires_at INTEGER, body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (collection, key)",
  ],
]
  .map(
    ([name, columns]) => `
      ALTER TABLE ${name} RENAME TO old_${name};
      CREATE TABLE ${name} (${columns}) STRICT;
      INSERT INTO ${name} SELECT * FROM old_${name};
      DROP TABLE old_${name};
    `,
  )
  .concat("CREATE INDEX document_that_expires ON document (expires_at) WHERE expires_at IS NOT NULL;")
  .join("");
