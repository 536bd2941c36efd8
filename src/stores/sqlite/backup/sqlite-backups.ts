import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../../../packages/base/clock.ts";
import type { Ids } from "../../../../packages/base/ids.ts";
import type { BackupRow } from "../../rows/backup/backup-rows.ts";
import type { Restoring } from "../../rows/backup/restored-rows.ts";
import type { StoreBackups } from "../../rows/backup/store-backups.ts";
import { keepDatabasePrivate } from "../connection/private-file.ts";
import { guarded, isSqliteError } from "../connection/store-faults.ts";
import {
  fingerprintOf,
  keepDatabase,
  refuseWhenUsed,
  removeDatabase,
  replaceDamaged,
  replaceWhole,
} from "../doctor/replace-file.ts";
import { SqliteDoctor } from "../doctor/sqlite-doctor.ts";
import { writeDatabase } from "../migrations/create-database.ts";
import { readBackupRows } from "./read-rows.ts";
import { writeBackupRows } from "./write-rows.ts";

/** Backs up the file of a SqliteStore, and puts a new file in its place (decision 0125). */
export class SqliteBackups implements StoreBackups {
  readonly kind = "sqlite";
  readonly name: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #ids: Ids;

  constructor(path: string, { clock, ids }: { readonly clock: Pick<Clock, "now">; readonly ids: Ids }) {
    this.name = path;
    this.#clock = clock;
    this.#ids = ids;
  }

  readonly read = async (begin: () => (row: BackupRow) => void): Promise<void> =>
    guarded(this.name, () => readBackupRows(this.name, begin()));

  readonly isEmpty = async (): Promise<boolean> => {
    const found = await this.#doctor().examine();
    if (found.kind === "nothing") return true;
    return found.kind === "whole" && this.#reached() !== null && this.#isUnwritten();
  };

  readonly restore = async (rows: () => Iterable<BackupRow>, restoring: Restoring) => {
    const found = await this.#doctor().examine();
    return guarded(this.name, () => {
      keepDatabasePrivate(this.name);
      const before = fingerprintOf(this.name);
      const above = Math.max(restoring.above, found.kind === "whole" ? (this.#reached() ?? 0) : 0);
      const id = this.#ids.unique();
      const draft = `${this.name}.new-${id}`;
      rmSync(draft, { force: true });
      try {
        writeDatabase(draft, (database) => writeBackupRows(database, id, rows(), { ...restoring, above }));
        if (found.kind === "nothing") {
          replaceWhole(this.name, draft);
          return { keptAs: null };
        }
        refuseWhenUsed(this.name, before, "restore");
        const now = new Date(this.#clock.now()).toISOString();
        const keptAs = keepDatabase(this.name, found.kind === "whole" ? "replaced" : "damaged", now);
        if (found.kind === "whole") replaceWhole(this.name, draft);
        else replaceDamaged(this.name, draft, id);
        return { keptAs };
      } finally {
        removeDatabase(draft);
      }
    });
  };

  #doctor(): SqliteDoctor {
    return new SqliteDoctor(this.name, { clock: this.#clock, ids: this.#ids });
  }

  /** How far epochs, serials and revisions have come; null where that can't be read. */
  #reached(): number | null {
    return this.#asked("SELECT max(max(epoch), max(serial), (SELECT max(revision) FROM register)) AS found FROM stack");
  }

  #isUnwritten(): boolean {
    const sql =
      "SELECT (SELECT count(*) FROM stack WHERE serial > 0) + (SELECT count(*) FROM sealing_keys) " +
      "+ (SELECT count(*) FROM log) AS found";
    return this.#asked(sql) === 0;
  }

  #asked(sql: string): number | null {
    const database = new DatabaseSync(this.name, { readOnly: true });
    try {
      return Number(database.prepare(sql).get()?.["found"] ?? 0);
    } catch (cause) {
      if (!isSqliteError(cause)) throw cause;
      return null;
    } finally {
      database.close();
    }
  }
}
