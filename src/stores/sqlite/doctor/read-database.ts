import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Row } from "../connection/statements.ts";
import { isSqliteError } from "../connection/store-faults.ts";
import { followRenames } from "../follow-renames.ts";
import { expectedSchema, schemaOf } from "../migrations/migrate.ts";
import { newestVersion } from "../migrations/migrations.ts";
import { rowsInPages } from "../rows/page-cells.ts";
import { Salvage } from "./salvage.ts";

const tables = [
  "store",
  "stack",
  "record",
  "intent",
  "outputs",
  "context",
  "claim",
  "journal",
  "run",
  "plan",
  "sealing_keys",
  "sealed",
  "register",
  "collection",
  "document",
  "log",
  "log_entry",
] as const;

/** What a table holds, for people. */
const nouns: Readonly<Record<(typeof tables)[number], string>> = {
  store: "the row of the store",
  stack: "the head of a stack",
  record: "a record",
  intent: "an intent",
  outputs: "a row of outputs",
  context: "the project and config of a stack",
  claim: "a claim",
  journal: "a journal entry",
  run: "the place of a run",
  plan: "a plan",
  sealing_keys: "the row of the sealing keys",
  sealed: "a sealed value",
  register: "the row of the document store",
  collection: "the head of a collection",
  document: "a stored document",
  log: "the head of a log",
  log_entry: "an entry of a log",
};

/** All rows of a database that agree with their checksums, and what is wrong with its pages and the other rows. */
export interface Reading {
  readonly salvage: Salvage;
  readonly damage: readonly string[];
}

/** Reads a database through SQLite and changes nothing, not even its log. */
export function readDatabase(path: string): Reading {
  const salvage = new Salvage();
  const damage: string[] = [];
  const attempt = <T>(what: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (cause) {
      if (!isSqliteError(cause)) throw cause;
      damage.push(`${what} can't be read: ${cause.errstr}`);
      return undefined;
    }
  };
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const isThere = attempt("the file", () => {
      database.exec("BEGIN");
      const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
      if (version !== newestVersion) damage.push(`the file says that it is of version ${String(version)}`);
      const found = schemaOf(database);
      for (const [name, text] of expectedSchema()) {
        if (found.get(name) === text) continue;
        damage.push(`the table or index \`${name}\` is ${found.has(name) ? "not as we made it" : "missing"}`);
      }
      return true;
    });
    if (isThere !== true) return { salvage, damage };
    attempt("the pages", () => {
      const lines = database
        .prepare("PRAGMA integrity_check(5)")
        .all()
        .map((row) => String(row["integrity_check"]));
      if (lines[0] !== "ok") damage.push(...lines.flatMap((line) => line.split("\n")).filter((line) => line !== ""));
    });
    for (const table of tables) {
      const faulty = new Map<string, number>();
      const take = (order: string) => {
        const statement = database.prepare(`SELECT * FROM ${table} ${order}`);
        statement.setReadBigInts(true);
        for (const cells of statement.iterate()) {
          const row = withNumbers(cells);
          if (salvage.take(table, row)) continue;
          salvage.reject(table, row);
          const what = typeof row["stack"] === "string" ? `${nouns[table]} of stack \`${row["stack"]}\`` : nouns[table];
          faulty.set(what, (faulty.get(what) ?? 0) + 1);
        }
      };
      const isWhole = attempt(`the table \`${table}\``, () => {
        take("");
        return true;
      });
      for (const [what, count] of faulty) {
        damage.push(
          `${what} disagrees with its checksum, or can't be read${count === 1 ? "" : `, and ${count - 1} more`}`,
        );
      }
      if (isWhole !== true) salvage.rejectRest(table);
      // What lies behind the place that can't be read. The state's rows would be counted twice.
      if (isWhole !== true && table === "journal") attempt("the end of the journal", () => take("ORDER BY seq DESC"));
    }
  } finally {
    database.close();
  }
  return { salvage, damage };
}

/** A number beyond those that JavaScript tells apart stays a text, which no checksum of ours agrees with. */
function withNumbers(row: Row): Row {
  const numbered = Object.entries(row).map(([column, cell]): [string, unknown] => {
    if (typeof cell !== "bigint") return [column, cell];
    return [column, Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell)];
  });
  return Object.fromEntries(numbered);
}

/** Adds what the pages of the file and of its log hold beyond what SQLite gave. */
export function addFromPages(path: string, salvage: Salvage): void {
  const bytes = (name: string) => (existsSync(name) ? readFileSync(name) : Buffer.alloc(0));
  const [heads, storeRow] = [new Map(salvage.heads), salvage.storeRow];
  const plans = new Set(salvage.plans.keys());
  for (const { cells, isNewest } of rowsInPages(bytes(path), bytes(`${path}-wal`))) salvage.takeCells(cells, isNewest);
  followRenames(salvage, { heads, storeRow });
  // Of a stack that is gone, or goes by another name: its head knows of no plan.
  for (const [name, { stack }] of [...salvage.plans])
    if (!plans.has(name) && salvage.heads.get(stack)?.planSum === 0) salvage.plans.delete(name);
}
