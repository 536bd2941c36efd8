import type { BackupRow } from "../../rows/backup/backup-rows.ts";
import type { Restoring } from "../../rows/backup/restored-rows.ts";
import type { StoreBackups } from "../../rows/backup/store-backups.ts";
import type { Connection } from "../connection/connection.ts";
import { readBackupRows } from "./read-rows.ts";
import { writeBackupRows } from "./write-rows.ts";

/** Backs up the database of a PostgresStore, and puts a backup in its place in one transaction (decision 0125). */
export class PostgresBackups implements StoreBackups {
  readonly kind = "postgres";
  readonly name = "the PostgreSQL database of PLUMB_STORE";
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  readonly read = (begin: () => (row: BackupRow) => void): Promise<void> =>
    this.#connection.reading((queries) => readBackupRows(queries, begin()));

  readonly isEmpty = async (): Promise<boolean> => {
    const [row] = await this.#connection.asking(
      "SELECT (SELECT count(*) FROM plumbline.stack WHERE serial > 0) " +
        "+ (SELECT count(*) FROM plumbline.sealing_keys) + (SELECT count(*) FROM plumbline.log) AS found",
    );
    return Number(row?.["found"]) === 0;
  };

  readonly restore = async (rows: () => Iterable<BackupRow>, restoring: Restoring) => {
    await this.#connection.writing((queries) => writeBackupRows(queries, rows(), restoring));
    return { keptAs: null };
  };
}
