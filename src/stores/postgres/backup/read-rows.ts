import {
  type BackupRow,
  type BackupTable,
  backupRowOf,
  backupTableNames,
  columnsOf,
  orderOf,
} from "../../rows/backup/backup-rows.ts";
import { JournalChains } from "../../rows/backup/restored-rows.ts";
import { journalColumns, journalRowOf } from "../../rows/journal-chain.ts";
import type { StackHead } from "../../rows/stack-head.ts";
import type { Queries, Row } from "../connection/session.ts";
import { damaged } from "../connection/store-faults.ts";
import { journalSum } from "../rows/journal-rows.ts";
import { headColumns, headOf } from "../rows/stack-head.ts";

/** Rows that are fetched at once; one may have as much text as a whole stack. */
const rowsAtOnce = 200;

/**
 * Gives all rows of the database within a transaction that reads as of one moment. Throws Fault("store-damaged") where
 * a head or a journal is not whole.
 */
export async function readBackupRows(queries: Queries, take: (row: BackupRow) => void): Promise<void> {
  const heads: StackHead[] = [];
  const chains = new JournalChains(journalSum);
  for (const table of backupTableNames) {
    for await (const row of rowsOf(queries, table)) {
      if (table === "stack") {
        const head = headOf(row);
        if (head === "damaged")
          throw damaged(`the head of stack \`${String(row["name"])}\` disagrees with its checksum`);
        heads.push(head);
      }
      if (table === "journal") refuse(chains.take(journalRowOf(row)));
      take(backupRowOf(table, row));
    }
  }
  for (const head of heads) refuse(chains.endDamage(head));
}

/** All columns of a table whose rows are proved by more than a backup has of them. */
const provedColumns: Readonly<Partial<Record<BackupTable, string>>> = {
  stack: headColumns.join(", "),
  journal: journalColumns,
};

async function* rowsOf(queries: Queries, table: BackupTable): AsyncGenerator<Row, void, void> {
  const columns = provedColumns[table] ?? columnsOf(table);
  const cursor = `backup_${table}`;
  const select = `SELECT ${columns} FROM plumbline.${table} ORDER BY ${orderOf(table)}`;
  await queries.rows(`DECLARE ${cursor} CURSOR FOR ${select}`);
  for (;;) {
    const rows = await queries.rows(`FETCH ${rowsAtOnce} FROM ${cursor}`);
    yield* rows;
    if (rows.length < rowsAtOnce) break;
  }
  await queries.rows(`CLOSE ${cursor}`);
}

function refuse(what: string | null): void {
  if (what !== null) throw damaged(what);
}
