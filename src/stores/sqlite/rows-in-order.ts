/**
 * Version 5: records and intents lie in the order in which they came, two to a page. As entries of a b-tree by key, where a
 * quarter of a page is all that fits, each spilled onto a page of its own.
 */
export const rowsInOrder = `
  CREATE TABLE new_record (
    stack TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (stack, key)
  ) STRICT;
  INSERT INTO new_record SELECT stack, key, body, sum FROM record;
  DROP TABLE record;
  ALTER TABLE new_record RENAME TO record;
  CREATE TABLE new_intent (
    stack TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, handle TEXT, sum INTEGER NOT NULL,
    PRIMARY KEY (stack, key)
  ) STRICT;
  INSERT INTO new_intent SELECT stack, key, body, handle, sum FROM intent;
  DROP TABLE intent;
  ALTER TABLE new_intent RENAME TO intent;
`;
