import type { BackupRow } from "./backup-rows.ts";
import type { Restoring } from "./restored-rows.ts";

/** Backs a store up and puts a backup in its place. Throws the Store's faults. */
export interface StoreBackups {
  /** What the backup says of where it comes from. */
  readonly kind: "sqlite" | "postgres";
  /** The store, for people. */
  readonly name: string;
  /**
   * Gives all rows as of one moment, table after table, while others go on. `begin` is called again where the reading
   * begins anew. Changes nothing. Throws Fault("store-damaged") where the journal is not whole.
   */
  read(begin: () => (row: BackupRow) => void): Promise<void>;
  /** True where no stack was ever written to, nothing was sealed and no log begun. False where it can't be read. */
  isEmpty(): Promise<boolean>;
  /**
   * Puts the rows in the place of all that is there: after a crash it is the old store or the new one. `rows` may be
   * asked for twice, and what it throws keeps the old one. Gives the name under which the old one is kept, null where
   * it is not. Throws Fault("store-busy") while another process has a store in a file open.
   */
  restore(rows: () => Iterable<BackupRow>, restoring: Restoring): Promise<{ readonly keptAs: string | null }>;
}
