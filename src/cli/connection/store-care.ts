import type { DoctorView } from "../../contract/documents/service.ts";

/** What a backup holds, for people and programs. */
export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  /** When it was made, by which version, and of which kind of store. */
  readonly madeAt: string;
  readonly madeBy: string;
  readonly store: "sqlite" | "postgres";
  readonly counts: Omit<DoctorView["counts"], "claims">;
  /**
   * The file whose key opens what is sealed in it, as it is named here, and whether it does; null where nothing is
   * sealed.
   */
  readonly key: { readonly file: string; readonly opens: boolean } | null;
}

/** What a rotation of the keys has done. */
interface KeyRotation {
  /** Where the key is kept. */
  readonly file: string;
  /** Version of the data key from now on. */
  readonly version: number;
  readonly wasUnfinished: boolean;
  readonly resealed: number;
  /** Values of stacks that are gone, which stay as they are. */
  readonly strange: number;
  /** Former data keys that are kept for texts in files. */
  readonly former: number;
}

/** A backup that was put in the place of a store. */
export interface RestoreReport extends BackupReport {
  /** The store, for people. */
  readonly into: string;
  /** Where the store is that was there before; null where none was, or where it is not kept. */
  readonly keptAs: string | null;
}

/**
 * Looks after the store of this machine: the one of the state directory, or the database of `PLUMB_STORE`. Throws the
 * faults of stores and files.
 */
export interface StoreCare {
  /** Writes a backup where nothing is yet: whole, or not at all. Null where nothing is stored. */
  backup(out: string): Promise<BackupReport | null>;
  /** Reads a whole backup. Throws Fault("file-unreadable") for one that is altered, cut short or none. */
  examine(file: string): Promise<BackupReport>;
  /** Puts a backup in the place of a store; `not-empty` where that has something in it, unless it is to be replaced. */
  restore(file: string, replace: boolean): Promise<RestoreReport | "not-empty">;
  /** A new key, and all that is sealed under it; null where nothing was ever sealed. `forget`: former keys go. */
  rotateKeys(forget: boolean): Promise<KeyRotation | null>;
}
