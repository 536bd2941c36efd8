import { DatabaseSync } from "node:sqlite";
import { type BackupRow, backupRowOf, backupTableNames, columnsOf, orderOf } from "../../rows/backup/backup-rows.ts";
import { JournalChains } from "../../rows/backup/restored-rows.ts";
import { journalColumns, journalRowOf } from "../../rows/journal-chain.ts";
import { busyTimeoutMs } from "../connection/lock-patience.ts";
import { Statements } from "../connection/statements.ts";
import { damaged } from "../connection/store-faults.ts";
import { readHeads } from "../rows/head-rows.ts";
import { sumOf } from "../rows/journal-rows.ts";

/**
 * Gives all rows of a database as of one moment, through a connection of its own that changes nothing, while others
 * write. Throws what SQLite throws, and Fault("store-damaged") where a head or a journal is not whole.
 */
export function readBackupRows(path: string, take: (row: BackupRow) => void): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec(`PRAGMA busy_timeout=${busyTimeoutMs}; BEGIN`);
    const heads = readHeads(new Statements(database)).map((head) => {
      if (head === "damaged") throw damaged(path, "the head of a stack disagrees with its checksum");
      return head;
    });
    const chains = new JournalChains(sumOf);
    const refuse = (what: string | null) => {
      if (what !== null) throw damaged(path, what);
    };
    for (const table of backupTableNames) {
      const isJournal = table === "journal";
      const sql = isJournal
        ? `SELECT ${journalColumns} FROM journal ORDER BY seq`
        : `SELECT ${columnsOf(table)} FROM ${table} ORDER BY ${orderOf(table)}`;
      for (const row of database.prepare(sql).iterate()) {
        if (isJournal) refuse(chains.take(journalRowOf(row)));
        take(backupRowOf(table, row));
      }
    }
    for (const head of heads) refuse(chains.endDamage(head));
  } finally {
    database.close();
  }
}
