import type { DatabaseSync } from "node:sqlite";
import { type BackupRow, backupTables } from "../../rows/backup/backup-rows.ts";
import { RestoredStacks, type Restoring, restoredRevision } from "../../rows/backup/restored-rows.ts";
import { type Cell, tallied } from "../../rows/checksum.ts";
import type { JournalRow } from "../../rows/journal-chain.ts";
import { Statements } from "../connection/statements.ts";
import { migrate } from "../migrations/migrate.ts";
import { newestVersion } from "../migrations/migrations.ts";
import { writeHead } from "../rows/head-rows.ts";
import { insertEntry, sumOf } from "../rows/journal-rows.ts";
import { growRange } from "../rows/run-ranges.ts";
import { writeStoreRow } from "../rows/store-row.ts";

/** Fills an empty database with the rows of a backup. */
export function writeBackupRows(
  database: DatabaseSync,
  id: string,
  rows: Iterable<BackupRow>,
  restoring: Restoring,
): void {
  migrate(database);
  database.exec("BEGIN");
  const statements = new Statements(database);
  const tallies = new Tallies();
  let place = 0;
  const nextPlace = () => {
    place += 1;
    return place;
  };
  const stacks = new RestoredStacks(restoring, sumOf, nextPlace);
  let keysSum: number | null = null;
  for (const row of rows) {
    stacks.note(row);
    if (row.table === "journal") {
      const entry = stacks.entry(row);
      insertEntry(statements, entry);
      tallies.grow(statements, entry);
    } else if (row.table === "register")
      insert(statements, "register", ["one", "revision", "tally", "sum"], [1, ...restoredRevision(row, restoring)]);
    else if (row.table === "sealing_keys") {
      keysSum = Number(row.cells[1]);
      insert(statements, "sealing_keys", ["one", "body", "sum"], [1, ...row.cells]);
    } else if (row.table !== "stack") insert(statements, row.table, backupTables[row.table], row.cells);
    if (row.table === "plan") tallies.addPlan(row);
  }
  const heads = stacks.heads();
  for (const head of heads) writeHead(statements, { ...head, ...tallies.of(head.name) });
  writeStoreRow(statements, { version: newestVersion, id, commits: 0, stacks: heads.length, keysSum });
  database.exec("COMMIT");
}

/** The tallies that the heads of this kind of store keep beside the others. */
class Tallies {
  readonly #plans = new Map<string, number>();
  readonly #runs = new Map<string, number>();

  addPlan({ cells }: BackupRow): void {
    const stack = String(cells[0]);
    this.#plans.set(stack, tallied(this.#plans.get(stack) ?? 0, Number(cells.at(-1)), 0));
  }

  grow(statements: Statements, { stack, run, seq }: JournalRow): void {
    const range = { stack, run, first: seq, last: seq };
    this.#runs.set(stack, growRange(statements, range, this.#runs.get(stack) ?? 0));
  }

  of(stack: string): { readonly planSum: number; readonly runSum: number } {
    return { planSum: this.#plans.get(stack) ?? 0, runSum: this.#runs.get(stack) ?? 0 };
  }
}

function insert(statements: Statements, table: string, columns: readonly string[], cells: readonly Cell[]): void {
  statements.run(
    // The newest version may have a row of its own from the beginning.
    `INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ...cells,
  );
}
