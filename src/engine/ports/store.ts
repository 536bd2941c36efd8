import type { JsonObject } from "../../base/json.ts";
import type { JournalEntry } from "../state/journal.ts";
import type { Claim } from "../state/snapshot.ts";
import type { StackState } from "../state/stack-state.ts";

/** Who holds a stack. */
export interface LeaseHolder {
  /** Process and host, for people and for telling a dead holder. */
  readonly host: string;
  readonly pid: number;
  readonly since: string;
}

export type LeaseOutcome =
  | { readonly kind: "held"; readonly epoch: number }
  | { readonly kind: "busy"; readonly holder: LeaseHolder; readonly expiresAt: string };

export type AppendOutcome =
  | { readonly kind: "done"; readonly serial: number }
  /** Somebody else took the stack over; nothing was written, and this run must write no more. */
  | { readonly kind: "fenced" }
  /** Another declaration holds a claim of the batch; nothing of the batch was written. */
  | { readonly kind: "claimed"; readonly claim: Claim };

/** A stored plan as the store sees it: an opaque document under its digest. */
export interface StoredPlan {
  readonly digest: string;
  readonly kind: string;
  readonly createdAt: string;
  readonly document: JsonObject;
}

/**
 * Durable memory of all stacks. A promise that resolves means durable. Throws Fault("store-failed") when the medium
 * fails, Fault("format-too-new") when a newer Plumbline wrote it.
 */
export interface Store {
  /** What is believed of a stack; a stack nobody wrote to is empty and gets its lineage at the first append. */
  readStack(stack: string): Promise<StackState>;
  /**
   * Takes the stack for one run until `now + ttlMs`, with a new epoch that fences every earlier holder. An expired
   * lease, or one whose holder `isDead` says is gone, is taken over.
   */
  acquire(
    stack: string,
    holder: LeaseHolder,
    now: number,
    ttlMs: number,
    isDead: (holder: LeaseHolder) => boolean,
  ): Promise<LeaseOutcome>;
  /** Prolongs the lease; false when it was lost. */
  renew(stack: string, epoch: number, until: number): Promise<boolean>;
  release(stack: string, epoch: number): Promise<void>;
  /** Writes a batch of the journal and its projection in one transaction, if `epoch` still holds the stack. */
  append(stack: string, epoch: number, entries: readonly JournalEntry[]): Promise<AppendOutcome>;
  /** The whole journal of a stack, oldest first. Never pruned while a record or an undo may need it. */
  readJournal(stack: string): Promise<readonly JournalEntry[]>;
  /** Names of all stacks that were ever written to, sorted. */
  listStacks(): Promise<readonly string[]>;
  /** Forgets a stack that manages nothing, with its journal and plans; false when it manages something or is held. */
  removeStack(stack: string, now: number): Promise<boolean>;
  /** The claims among `claimKeys` that anybody holds. */
  claims(claimKeys: readonly string[]): Promise<readonly Claim[]>;
  putPlan(stack: string, plan: StoredPlan): Promise<void>;
  getPlan(stack: string, digest: string): Promise<StoredPlan | null>;
  /** Newest first. */
  listPlans(stack: string): Promise<readonly StoredPlan[]>;
  close(): Promise<void>;
}
