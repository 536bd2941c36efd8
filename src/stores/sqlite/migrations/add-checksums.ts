import type { DatabaseSync } from "node:sqlite";
import { rowSum, tallied } from "../../rows/checksum.ts";
import { type Row, Statements } from "../connection/statements.ts";
import { newHead, type SqliteHead, writeFirstHead } from "../rows/stack-head.ts";

const schema = `
  CREATE TABLE store (
    one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL, id TEXT NOT NULL, commits INTEGER NOT NULL,
    stacks INTEGER NOT NULL, sum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE outputs (stack TEXT PRIMARY KEY, body TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE run (
    stack TEXT NOT NULL, run TEXT NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (stack, run)
  ) WITHOUT ROWID, STRICT;
  INSERT INTO run (stack, run, first_seq, last_seq, sum)
    SELECT stack, run, min(seq), max(seq), row_sum('run', stack, run, min(seq), max(seq)) FROM journal GROUP BY stack, run;
  INSERT INTO outputs (stack, body, sum)
    SELECT name, outputs, row_sum('outputs', name, outputs) FROM stack WHERE outputs <> '{}';
  ALTER TABLE stack DROP COLUMN outputs;
  ALTER TABLE stack ADD COLUMN lease_ms INTEGER;
  ALTER TABLE stack ADD COLUMN cancel_epoch INTEGER;
  ALTER TABLE stack ADD COLUMN state_sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stack ADD COLUMN claim_sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stack ADD COLUMN plan_sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stack ADD COLUMN run_sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stack ADD COLUMN journal_seq INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stack ADD COLUMN journal_sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE stack ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE journal ADD COLUMN serial INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE journal ADD COLUMN prior INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE journal ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE record ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE record SET sum = row_sum('record', stack, key, body);
  ALTER TABLE intent ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE intent SET sum = row_sum('intent', stack, key, body, handle);
  ALTER TABLE claim ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE claim SET sum = row_sum('claim', claim_key, stack, uid, address);
  CREATE INDEX claim_of_stack ON claim (stack);
  ALTER TABLE plan ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE plan SET sum = row_sum('plan', stack, digest, kind, created_at, document);
  ALTER TABLE sealing_keys ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE sealing_keys SET sum = row_sum('sealing_keys', body);
  ALTER TABLE sealed ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE sealed SET sum = row_sum('sealed', id, key_version, body);
`;

/** Version 3: every row carries its checksum, every stack the tallies of its rows, the store its id and its progress. */
export function addChecksums(database: DatabaseSync): void {
  database.function("row_sum", { deterministic: true, varargs: true }, (table, ...cells) =>
    rowSum(String(table), ...cells.map((cell) => (typeof cell === "number" || cell === null ? cell : String(cell)))),
  );
  database.exec(schema);
  const statements = new Statements(database);
  statements.run(
    "INSERT INTO stack (name, lineage, serial, epoch) SELECT DISTINCT stack, '', 0, 0 FROM plan WHERE stack NOT IN (SELECT name FROM stack)",
  );
  const stacks = statements.all("SELECT name, lineage, serial, epoch, holder, lease_until FROM stack");
  for (const row of stacks) writeFirstHead(statements, headOf(statements, row));
  statements.run(
    "INSERT INTO store (one, version, id, commits, stacks, sum) VALUES (1, 3, '', 0, ?, ?)",
    stacks.length,
    rowSum("store", 3, "", 0, stacks.length),
  );
}

function headOf(statements: Statements, row: Row): SqliteHead {
  const name = String(row["name"]);
  const sumOver = (...tables: readonly string[]) =>
    tables
      .flatMap((table) => statements.all(`SELECT sum FROM ${table} WHERE stack = ?`, name))
      .reduce((tally, { sum }) => tallied(tally, Number(sum), 0), 0);
  return {
    ...newHead(name),
    brief: null,
    lineage: String(row["lineage"]),
    serial: Number(row["serial"]),
    epoch: Number(row["epoch"]),
    holder: row["holder"] === null ? null : String(row["holder"]),
    leaseUntil: row["lease_until"] === null ? null : Number(row["lease_until"]),
    stateSum: sumOver("record", "intent", "outputs"),
    claimSum: sumOver("claim"),
    planSum: sumOver("plan"),
    runSum: sumOver("run"),
    ...chained(statements, name),
  };
}

/** Makes a chain of the journal's rows. */
function chained(statements: Statements, stack: string): { readonly journalSeq: number; readonly journalSum: number } {
  const end = { journalSeq: 0, journalSum: 0 };
  for (const row of statements.all("SELECT seq, epoch, run, entry FROM journal WHERE stack = ? ORDER BY seq", stack)) {
    const prior = end.journalSum;
    const seq = Number(row["seq"]);
    const sum = rowSum("journal", stack, Number(row["epoch"]), 0, String(row["run"]), prior, String(row["entry"]));
    statements.run("UPDATE journal SET prior = ?, sum = ? WHERE seq = ?", prior, sum, seq);
    end.journalSeq = seq;
    end.journalSum = sum;
  }
  return end;
}
