import type { JsonObject } from "../../../packages/base/json/json.ts";

/** One document of the document store. */
export interface StoredDocument {
  readonly key: string;
  /** Grows with every write of the whole document store: what has a greater one was written later. */
  readonly revision: number;
  readonly document: JsonObject;
}

export type PutOutcome =
  | { readonly kind: "done"; readonly revision: number }
  /** The document is not as expected; nothing was written. `revision` is its own, null where there is none. */
  | { readonly kind: "mismatch"; readonly revision: number | null };

export interface LogEntry {
  /** 1 for the first; without gaps. */
  readonly index: number;
  readonly entry: JsonObject;
}

export type AppendLogOutcome =
  | { readonly kind: "done"; readonly length: number }
  | { readonly kind: "mismatch"; readonly length: number };

export interface Expectation {
  /** The revision that must stand; null: none may stand. Left out: whatever stands is overwritten. */
  readonly revision?: number | null;
}

/** One of several documents that are written together. */
export type DocumentChange =
  | ({
      readonly kind: "put";
      readonly collection: string;
      readonly key: string;
      readonly document: JsonObject;
      readonly expiresAt?: number;
    } & Expectation)
  | ({ readonly kind: "remove"; readonly collection: string; readonly key: string } & Expectation);

/**
 * The service's own documents beside the stacks: declarations, runs, tokens, approvals, keys of repeated requests, the
 * audit log. Small JSON documents under a collection and a key, and logs that only grow. A promise that resolves means
 * durable; every write is one transaction. Throws the same Faults as the Store, whose medium it shares (decision 0014).
 */
export interface DocumentStore {
  get(collection: string, key: string): Promise<StoredDocument | null>;
  /**
   * The revisions of the documents under these keys, without those that are not there: at little cost, which of them
   * have changed.
   */
  revisions(collection: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** By key, ascending by code point: those that begin with `prefix` and come after `after`, at most `limit`. */
  list(
    collection: string,
    range: { readonly prefix?: string; readonly after?: string; readonly limit: number },
  ): Promise<readonly StoredDocument[]>;
  /**
   * Writes a document where the expectation holds. After `expiresAt` (milliseconds since the epoch) `deleteExpired`
   * removes it.
   */
  put(
    collection: string,
    key: string,
    document: JsonObject,
    expected?: Expectation & { readonly expiresAt?: number },
  ): Promise<PutOutcome>;
  /**
   * Removes a document where the expectation holds; one that is not there counts as removed unless a revision is
   * expected.
   */
  remove(collection: string, key: string, expected?: Expectation): Promise<PutOutcome>;
  /**
   * Changes several documents in one transaction: all of them where every expectation holds, none otherwise (false). No
   * document is named twice.
   */
  changeAll(changes: readonly DocumentChange[]): Promise<boolean>;
  /** Asks whether writes are possible now, and writes nothing. Throws the Fault that a write would throw. */
  tryWrite(): Promise<void>;
  /** Removes what has expired before `now`. */
  deleteExpired(now: number): Promise<void>;
  /** Adds to the end of a log, if it has the expected length. */
  appendLog(log: string, entries: readonly JsonObject[], expectedLength?: number): Promise<AppendLogOutcome>;
  /**
   * Adds to the end of a log what `next` makes of its last entry (null: it has none), which stays the last one until
   * then, whoever else writes; gives the length after that. `next` only computes: it may be called again.
   */
  continueLog(log: string, next: (last: LogEntry | null) => readonly JsonObject[]): Promise<number>;
  /** The entries after the given index, oldest first, at most `limit`. */
  readLog(log: string, after: number, limit: number): Promise<readonly LogEntry[]>;
  logLength(log: string): Promise<number>;
  removeLog(log: string): Promise<void>;
  /**
   * Tells that something of a collection or a log (by its name) has changed, in this process or another: once at the
   * beginning, then after each change, several at once as one. Ends with the signal.
   */
  changes(name: string, signal: AbortSignal): AsyncIterable<void>;
}
