import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Store } from "../../src/engine/ports/store.ts";
import { headSum } from "../../src/stores/rows/stack-head.ts";
import { headColumns } from "../../src/stores/sqlite/rows/stack-head.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { countingIds } from "./journal-samples.ts";
import type { StoreMedium } from "./store-contract.ts";

/** What the checksum of a head is over. */
const headCells = headColumns.filter((name) => name !== "sum" && name !== "brief");

/** A file of SQLite that is open to whoever knows its form. */
interface SqliteFile extends StoreMedium {
  readonly damageHead: NonNullable<StoreMedium["damageHead"]>;
  /** Gives each head the checksum of what it says now, true or not. */
  mendHeads(): void;
}

/** A file of SQLite in a folder of its own. `as` puts something else around each store that is opened over it. */
export function sqliteFile(as: (store: Store) => Store = (store) => store): SqliteFile {
  let directory = "";
  const path = () => join(directory, "state.db");
  const ids = countingIds();
  const spoil = (sql: string) => {
    const database = new DatabaseSync(path());
    database.exec(sql);
    database.close();
  };
  return {
    name: "a file",
    outlivesStore: true,
    prepare: () => {
      directory = mkdtempSync(join(tmpdir(), "plumbline-store-"));
    },
    open: () => as(new SqliteStore(path(), ids)),
    cleanUp: () => rmSync(directory, { recursive: true, force: true }),
    damageHead: (stack) => spoil(`UPDATE stack SET serial = serial + 1 WHERE name = '${stack}'`),
    spoil,
    mendHeads: () => {
      const database = new DatabaseSync(path());
      for (const row of database.prepare("SELECT * FROM stack").all()) {
        const cells = headCells.map((name) => row[name] as string | number | null);
        const sum = headSum(cells, row["brief"] as string | null);
        database.prepare("UPDATE stack SET sum = ? WHERE name = ?").run(sum, row["name"] ?? null);
      }
      database.close();
    },
    // The log holds what is not in the file yet.
    size: () =>
      [path(), `${path()}-wal`].filter((each) => existsSync(each)).reduce((sum, each) => sum + statSync(each).size, 0),
  };
}
