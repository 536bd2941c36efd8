import {
  type BackupRow,
  type BackupTable,
  backupTableNames,
  backupTables,
  byteColumns,
  numberColumns,
} from "../../rows/backup/backup-rows.ts";
import { RestoredStacks, type Restoring, restoredRevision } from "../../rows/backup/restored-rows.ts";
import type { Cell } from "../../rows/checksum.ts";
import { journalColumns } from "../../rows/journal-chain.ts";
import { newStackHead, type StackHead } from "../../rows/stack-head.ts";
import { changeText, channel, documentNotice } from "../connection/notices.ts";
import type { Queries } from "../connection/session.ts";
import { journalSum } from "../rows/journal-rows.ts";
import { headCells, headColumns } from "../rows/stack-head.ts";

/** Rows, and bytes of texts, that are sent at once. */
const rowsAtOnce = 500;
const bytesAtOnce = 4_000_000;

/**
 * Puts the rows of a backup in the place of all that is there, within a transaction that writes: no other writes
 * meanwhile, and who reads sees what was there until it is committed. Whoever held a stack does so no more.
 */
export async function writeBackupRows(
  queries: Queries,
  rows: Iterable<BackupRow>,
  restoring: Restoring,
): Promise<void> {
  await queries.rows(
    `LOCK TABLE ${backupTableNames.map((table) => `plumbline.${table}`).join(", ")} IN EXCLUSIVE MODE`,
  );
  const [reached] = await queries.rows(
    "SELECT greatest(max(epoch), max(serial), (SELECT max(revision) FROM plumbline.register)) AS found " +
      "FROM plumbline.stack",
  );
  const above = Math.max(restoring.above, Number(reached?.["found"] ?? 0));
  const former = await queries.rows("SELECT name FROM plumbline.stack");
  for (const table of backupTableNames.toReversed()) await queries.rows(`DELETE FROM plumbline.${table}`);
  const stacks = await insertAll(queries, rows, { ...restoring, above });
  const blank = restoredRevision({ table: "register", cells: [0, 0] }, { ...restoring, above });
  await queries.rows(
    "INSERT INTO plumbline.register (one, revision, tally, sum) VALUES (1, $1, $2, $3) ON CONFLICT DO NOTHING",
    ...blank,
  );
  const heads = stacks.heads();
  const gone = former.map(({ name }) => String(name)).filter((name) => !heads.some((head) => head.name === name));
  // The epoch stays behind, so that who held a stack that is gone can't write into one made anew.
  const left = gone.map((name) => ({ ...newStackHead(name), epoch: above + 1 }));
  await insertHeads(queries, left);
  for (const head of heads)
    await queries.rows(
      `UPDATE plumbline.stack SET ${headColumns.map((column, index) => `${column} = $${index + 1}`).join(", ")} ` +
        "WHERE name = $1",
      ...headCells(head),
    );
  for (const head of [...heads, ...left]) await queries.rows("SELECT pg_notify($1, $2)", channel, changeText(head));
}

/** Inserts all rows; the heads are there, and are yet to get what is in them. */
async function insertAll(queries: Queries, rows: Iterable<BackupRow>, restoring: Restoring): Promise<RestoredStacks> {
  const stacks = new RestoredStacks(restoring, journalSum, (before) => before + 1);
  let waiting: (readonly Cell[])[] = [];
  let [table, bytes]: [BackupTable, number] = ["stack", 0];
  const flush = async () => {
    if (waiting.length > 0) await insertRows(queries, table, waiting);
    [waiting, bytes] = [[], 0];
  };
  for (const row of rows) {
    stacks.note(row);
    if (row.table !== table || waiting.length >= rowsAtOnce || bytes > bytesAtOnce) await flush();
    table = row.table;
    const cells = cellsOf(row, stacks, restoring);
    waiting.push(cells);
    bytes += cells.reduce<number>(
      (sum, cell) => sum + (typeof cell === "string" ? cell.length : ((cell as Uint8Array | null)?.length ?? 8)),
      0,
    );
  }
  await flush();
  for (const name of ["collection", "log"] as const)
    for (const row of await queries.rows(`SELECT name FROM plumbline.${name}`))
      await queries.rows("SELECT pg_notify($1, $2)", channel, documentNotice(String(row["name"])));
  return stacks;
}

/** The cells of a row in the order of `columnsIn`. */
function cellsOf(row: BackupRow, stacks: RestoredStacks, restoring: Restoring): readonly Cell[] {
  switch (row.table) {
    case "stack":
      return headCells(newStackHead(String(row.cells[0])));
    case "journal": {
      const { seq, stack, epoch, serial, run, prior, sum, entry } = stacks.entry(row);
      return [seq, stack, epoch, serial, run, prior, sum, entry];
    }
    case "register":
      return [1, ...restoredRevision(row, restoring)];
    case "sealing_keys":
      return [1, ...row.cells];
    default:
      return row.cells;
  }
}

function columnsIn(table: BackupTable): readonly string[] {
  if (table === "stack") return headColumns;
  if (table === "journal") return journalColumns.split(", ");
  if (table === "register") return ["one", "revision", "tally", "sum"];
  return table === "sealing_keys" ? ["one", ...backupTables[table]] : backupTables[table];
}

async function insertHeads(queries: Queries, heads: readonly StackHead[]): Promise<void> {
  if (heads.length > 0) await insertRows(queries, "stack", heads.map(headCells));
}

async function insertRows(queries: Queries, table: BackupTable, rows: readonly (readonly Cell[])[]): Promise<void> {
  const columns = columnsIn(table);
  const arrays = columns.map((column, index) => `$${index + 1}::${typeOf(column)}[]`);
  await queries.rows(
    `INSERT INTO plumbline.${table} (${columns.join(", ")}) SELECT * FROM unnest(${arrays.join(", ")})`,
    ...columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}

const wholeNumbers: ReadonlySet<string> = new Set([
  ...["one", "seq", "lease_until", "lease_ms", "cancel_epoch", "journal_seq", "journal_sum"],
  ...numberColumns,
]);

function typeOf(column: string): string {
  if (byteColumns.has(column)) return "bytea";
  return wholeNumbers.has(column) ? "bigint" : "text";
}
