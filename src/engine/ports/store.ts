import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { JournalEntry, RunEnded } from "../state/journal.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { Claim } from "../state/snapshot.ts";
import type { Restored, StackState } from "../state/stack-state.ts";

/** Who holds a stack. */
export interface LeaseHolder {
  /** Process and host, for people and for telling a dead holder. */
  readonly host: string;
  readonly pid: number;
  /** The machine's user as whom the process runs, where that is known. */
  readonly user?: string;
  readonly since: string;
}

/** A stack that a holder keeps. */
export interface Lease {
  readonly holder: LeaseHolder;
  readonly epoch: number;
  /**
   * Moves on with every renewal of the holder, so that a process that sees it move knows that the holder lives. As a
   * moment (milliseconds since the epoch) it is a whole length after the last renewal by the holder's clock, which may
   * be wrong: no stack is taken by it.
   */
  readonly until: number;
  /** How long the holder may go without a renewal. */
  readonly lengthMs: number;
}

export type LeaseOutcome =
  | { readonly kind: "held"; readonly epoch: number }
  | { readonly kind: "busy"; readonly lease: Lease };

export type AppendOutcome =
  | { readonly kind: "done"; readonly serial: number }
  /** Another process took the stack over; nothing was written, and this run must write no more. */
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

/** What there is of a stored plan but its document. */
export type PlanRow = Omit<StoredPlan, "document">;

/** A part of the plans of a stack, and how many it has in all. */
export interface PlanRows {
  readonly total: number;
  readonly rows: readonly PlanRow[];
}

/** How far a stack has come; one that was never written to, or that was removed, is at the serial 0. */
export interface StackChange {
  /** Another one since a stack was removed and made anew; empty for one that never was. */
  readonly lineage: string;
  readonly serial: number;
}

/** The run of a stack that was begun last, as its journal tells it. */
export interface LatestRun {
  readonly run: string;
  readonly startedAt: string;
  /** Null while it goes on, and where it was broken off. */
  readonly ended: Pick<RunEnded, "at" | "status"> | null;
}

/** What is kept of a stack beside its rows. */
export interface StackBrief {
  /** How many records it has, current and superseded. */
  readonly records: number;
  /** Null where no run was ever begun. Absent in stacks of older versions, until one is. */
  readonly latestRun?: LatestRun | null;
  /** The serial up to which its journal was pruned. Absent where it never was. */
  readonly prunedTo?: number;
  /**
   * The store was restored from a backup, and nothing has ended that yet. Absent elsewhere. `run`: the one whose end
   * does.
   */
  readonly restored?: Restored & { readonly run?: string };
}

/** One record, and how far its stack had come. */
export interface RecordReading extends StackChange {
  /** The current one at the address, or null. */
  readonly record: ResourceRecord | null;
}

/** What one append has written. */
export interface JournalBatch {
  /** The stack's serial after it. */
  readonly serial: number;
  readonly entries: readonly JournalEntry[];
}

/** A part of a journal, and how far the stack had come. */
export interface JournalReading extends StackChange {
  readonly batches: readonly JournalBatch[];
  /** The serial up to which the journal was pruned, and of the checkpoint. Absent where it never was. */
  readonly prunedTo?: number;
}

/** What goes of the history of a stack, and what stands for it from then on. */
export interface PrunedHistory {
  /** Of the last batch that goes. No run reaches over it. */
  readonly serial: number;
  /** What stands in the place of all batches up to there: entries of one run that come to the same. */
  readonly checkpoint: readonly JournalEntry[];
  /** Plans that go along. */
  readonly plans: readonly string[];
}

export type PruneOutcome =
  | "done"
  /** Another process took the stack over; nothing was written. */
  | "fenced"
  /** The checkpoint takes no less than what it stands for; nothing was written. */
  | "no-gain";

/**
 * Durable memory of all stacks. A promise that resolves means durable. Throws Fault("store-failed") when the medium
 * fails, Fault("store-busy") when another process keeps it locked, Fault("store-damaged") when it gives back something
 * else than was written, Fault("format-too-new") when a newer Plumbline wrote it. After a rejected write it is not
 * known whether it is durable: the run must end, and the next one goes by what is there.
 */
export interface Store {
  /**
   * What is believed of a stack; a stack that was never written to is empty and gets its lineage at the first append.
   */
  readStack(stack: string): Promise<StackState>;
  /** How far a stack has come, at the cost of one row. */
  progress(stack: string): Promise<StackChange>;
  /**
   * What is kept of a stack beside its rows, at the cost of one row. Null where that is not kept: in a stack that no
   * version since has written to, and in one that was repaired.
   */
  readBrief(stack: string): Promise<StackChange & { readonly brief: StackBrief | null }>;
  /** What is recorded at one address; costs the same however many records there are. */
  readRecord(stack: string, address: string): Promise<RecordReading>;
  /**
   * Takes the stack for one run, with a new epoch that fences every earlier holder. From another it is taken only when
   * `isDead` says that this one is gone, or when the lease is still the `silent` one, which the asker has watched for a
   * whole length without a renewal. No clock decides: `now` is for telling when it was taken. Who is refused has
   * changed nothing.
   */
  acquire(
    stack: string,
    holder: LeaseHolder,
    now: number,
    lengthMs: number,
    isDead: (holder: LeaseHolder) => boolean,
    silent?: Lease | null,
  ): Promise<LeaseOutcome>;
  /**
   * A renewal of the holder: moves `until` of the lease on, whatever the holder's clock says; false when the lease was
   * lost.
   */
  renew(stack: string, epoch: number, until: number): Promise<boolean>;
  release(stack: string, epoch: number): Promise<void>;
  /** Who holds the stack, or held it and has not given it back. */
  lease(stack: string): Promise<Lease | null>;
  /** Asks the holder of that epoch to stop; false when it holds the stack no more. */
  requestCancel(stack: string, epoch: number): Promise<boolean>;
  isCancelRequested(stack: string, epoch: number): Promise<boolean>;
  /** Writes a batch of the journal and its projection in one transaction, if `epoch` still holds the stack. */
  append(stack: string, epoch: number, entries: readonly JournalEntry[]): Promise<AppendOutcome>;
  /**
   * The whole journal of a stack, oldest first. One that was pruned begins with a checkpoint, which comes to the same
   * records.
   */
  readJournal(stack: string): Promise<readonly JournalEntry[]>;
  /** What the journal of a stack has of one run, oldest first; costs what the run is long, not the journal. */
  readRun(stack: string, run: string): Promise<readonly JournalEntry[]>;
  /**
   * What was appended after the given serial, oldest first: at least one batch where there is one, at most `limit`. The
   * first one of a stack may be empty. The serials of batches grow by one each; where they don't, a repair has left
   * something out, or the store was restored from a backup.
   */
  readJournalAfter(stack: string, serial: number, limit: number): Promise<JournalReading>;
  /**
   * Tells how far a stack has come: at once, and whenever it was written to, in this process or another. Who is slow
   * misses what was between, never the newest. Ends with the signal or the store; throws Fault when the connection is
   * lost: watch again then, and the first change tells what was missed.
   */
  changes(stack: string, signal: AbortSignal): AsyncIterable<StackChange>;
  /**
   * Names of all stacks that were ever written to, sorted. One that is damaged is among them, and hides none of the
   * others.
   */
  listStacks(): Promise<readonly string[]>;
  /**
   * The lineages of all stacks that were ever written to, by name: what hangs on a stack hangs on this. One whose row
   * is damaged is left out.
   */
  lineages(): Promise<ReadonlyMap<string, string>>;
  /**
   * Forgets a stack that manages nothing, with its journal and plans; false when it manages something, or `epoch` does
   * not hold it.
   */
  removeStack(stack: string, epoch: number): Promise<boolean>;
  /**
   * Gives a stack that `epoch` holds another name: journal, records, open intents, claims, outputs, context and plans
   * go along, its lineage, serial and lease stay. False where there is a stack of the name `to`, or where `epoch` does
   * not hold it. What is at `to` without ever having been written to is no stack, and its place is taken; where
   * somebody held that under an epoch as late, the lease goes on under a later one, which `lease` tells, so that none
   * of before writes into this stack. One transaction: after a crash the stack has one name or the other. Who watches
   * the old name is told that it is gone, as by removeStack; who watches the new one sees it.
   */
  renameStack(stack: string, to: string, epoch: number): Promise<boolean>;
  /**
   * The claims among `claimKeys` that are held. A stack that is damaged keeps no other one from asking: what it claims
   * is told by whatever still proves it. Throws Fault("store-damaged") where nothing does.
   */
  claims(claimKeys: readonly string[]): Promise<readonly Claim[]>;
  /**
   * Keeps a plan. Where `lineage` is given and not empty, only while the stack of that lineage stands, in the same
   * transaction: a plan that comes late leaves nothing of a stack that was removed.
   */
  putPlan(stack: string, plan: StoredPlan, lineage?: string): Promise<void>;
  getPlan(stack: string, digest: string): Promise<StoredPlan | null>;
  /** Newest first, with their documents: as much as there are. */
  listPlans(stack: string): Promise<readonly StoredPlan[]>;
  /**
   * What there is of plans but their documents, at most `limit`: newest first, those of one moment by their digests.
   * With `after` those that come after it, be it still there or not. Costs what the rows do, however large the
   * documents are.
   */
  planRows(
    stack: string,
    range: { readonly after?: Pick<PlanRow, "createdAt" | "digest"> | null; readonly limit: number },
  ): Promise<PlanRows>;
  /** Forgets plans; those that are not there too. */
  removePlans(stack: string, digests: readonly string[]): Promise<void>;
  /**
   * Puts a checkpoint in the place of the oldest batches of a journal and forgets plans, in one transaction, if `epoch`
   * holds the stack. Records, claims, outputs, serial and lineage stay as they are (decision 0091).
   */
  prune(stack: string, epoch: number, history: PrunedHistory): Promise<PruneOutcome>;
  /**
   * Gives the room of what was forgotten back to the system, as far as that takes doing and can be done now.
   */
  compact(): Promise<void>;
  /**
   * True while writes of this process wait because another process keeps all others from writing: no lease can be taken
   * then. Left out where a medium knows no such thing.
   */
  readonly isLockedOut?: boolean;
  close(): Promise<void>;
}
