import type { WrappedKeys } from "./secrets.ts";

/** How much a store holds of each kind. */
export interface StoreCounts {
  readonly stacks: number;
  readonly records: number;
  readonly openIntents: number;
  readonly claims: number;
  readonly journalEntries: number;
  readonly plans: number;
  readonly sealedValues: number;
}

/** What can be brought back of a damaged store. */
export interface StoreRecovery {
  readonly counts: StoreCounts;
  /** What is gone or unsure, one sentence each; none when everything comes back. */
  readonly lost: readonly string[];
  /** What is mended without any loss: records of older versions that broke a rule of today, one sentence each. */
  readonly mended: readonly string[];
  /** The doctor of this store repairs no damage: the way back is a backup. Absent elsewhere. */
  readonly needsBackup?: true;
}

export type StoreExamination =
  /** Nothing was ever stored here. */
  | { readonly kind: "nothing"; readonly file: string }
  | {
      readonly kind: "whole";
      readonly file: string;
      readonly counts: StoreCounts;
      /** What opens only with the key file; null where nothing was ever sealed. */
      readonly keys: WrappedKeys | null;
    }
  /** `damage`: one sentence part per thing that is not as it was written. */
  | {
      readonly kind: "damaged";
      readonly file: string;
      readonly damage: readonly string[];
      readonly recovery: StoreRecovery;
    };

/** A repair that was made: the damaged file is kept under `keptAs`, unless it was gone. */
export interface StoreRepair {
  readonly file: string;
  readonly keptAs: string | null;
  readonly damage: readonly string[];
  readonly recovery: StoreRecovery;
}

/** Looks after the medium of a Store, whether the Store can be opened or not. Throws the Store's faults. */
export interface StoreDoctor {
  /** Reads everything and changes nothing. */
  examine(): Promise<StoreExamination>;
  /**
   * Puts a new store in the place of a damaged one, made of all that can be recovered, and keeps the damaged one. Null,
   * and nothing done, when there is no damage. Throws Fault("store-busy") while any process has the store open.
   */
  repair(): Promise<StoreRepair | null>;
}
