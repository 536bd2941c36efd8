import { join } from "node:path";
import type { ReadBackup } from "../../src/composition/backups/backup-file.ts";
import { readBackup, rowsOfBackup, writeBackup } from "../../src/composition/backups/backup-file.ts";
import type { Store } from "../../src/engine/ports/store.ts";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import type { Restoring } from "../../src/stores/rows/backup/restored-rows.ts";
import type { StoreBackups } from "../../src/stores/rows/backup/store-backups.ts";
import { SqliteBackups } from "../../src/stores/sqlite/backup/sqlite-backups.ts";
import { countingIds } from "../contract/journal-samples.ts";
import { fileIn, type told } from "./stored-world.ts";

export const madeAt = "2026-01-02T00:00:00.000Z";
export const restoring: Restoring = { above: 1_000, restored: { at: "2026-01-03T00:00:00.000Z", madeAt } };

/** Backups of the database in a folder. */
export function backupsIn(dir: string): SqliteBackups {
  return new SqliteBackups(fileIn(dir), { clock: { now: () => Date.UTC(2026, 0, 3) }, ids: countingIds() });
}

/** Backs a store up into a file in a folder; gives the file's name. */
export async function backedUp(backups: StoreBackups, dir: string, name = "plumb.backup"): Promise<string> {
  const file = join(dir, name);
  await writeBackup(file, { madeAt, madeBy: "0", store: backups.kind }, backups.read);
  return file;
}

export async function restored(file: string, backups: StoreBackups): Promise<ReadBackup & { keptAs: string | null }> {
  const found = readBackup(file);
  return { ...found, ...(await backups.restore(() => rowsOfBackup(file, found), restoring)) };
}

/** What a store tells, but for how far its stacks have come. */
export function withoutReach({ perStack, ...rest }: Awaited<ReturnType<typeof told>>) {
  return {
    ...rest,
    perStack: perStack.map(({ state: { serial: _, restored: __, ...state }, ...each }) => ({ ...each, state })),
  };
}

/** What whoever follows a journal reads of it, at most so many batches at a time. */
export async function followed(stack: string, store: Store, atOnce: number): Promise<readonly JournalEntry[]> {
  const { serial } = await store.progress(stack);
  const entries: JournalEntry[] = [];
  for (let at = 0; at < serial; ) {
    const { batches } = await store.readJournalAfter(stack, at, atOnce);
    const last = batches.at(-1);
    if (last === undefined || batches.length > atOnce) throw new Error(`a page has ${batches.length} batches`);
    entries.push(...batches.flatMap((batch) => batch.entries));
    at = last.serial;
  }
  return entries;
}
