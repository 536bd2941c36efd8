import { DatabaseSync } from "node:sqlite";
import { busyTimeoutMs } from "./lock-patience.ts";

/** Free pages are given back from this many on, where they are at least a quarter of the file. */
const fewestPages = 16;

/**
 * Gives the room of what was deleted back to the file system. What is copied meanwhile stays in memory, so that nothing
 * of it lies in a temporary file. Throws what SQLite throws; the content is the same in any case.
 */
export function compactFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA busy_timeout=${busyTimeoutMs}; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY`);
    const count = (pragma: string) => Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
    const free = count("freelist_count");
    if (free < fewestPages || 4 * free < count("page_count")) return;
    database.exec("VACUUM");
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}
