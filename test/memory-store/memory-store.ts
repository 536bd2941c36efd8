import type { Ids } from "../../packages/base/ids.ts";
import type {
  AppendOutcome,
  JournalReading,
  Lease,
  LeaseOutcome,
  PrunedHistory,
  RecordReading,
  StackChange,
  Store,
  StoredPlan,
} from "../../src/engine/ports/store.ts";
import type { JournalEntry } from "../../src/engine/state/journal.ts";
import type { Claim } from "../../src/engine/state/snapshot.ts";
import { emptyState, type StackState } from "../../src/engine/state/stack-state.ts";
import type { ClaimRow } from "../../src/stores/rows/batch/known-rows.ts";
import { isFree, movedOn } from "../../src/stores/rows/lease.ts";
import { firstEpochAfter } from "../../src/stores/rows/renamed-rows.ts";
import { lineagesOf, readFrom } from "../../src/stores/rows/stack-head.ts";
import { Watchers } from "../../src/stores/rows/watchers.ts";
import { MemoryDocumentStore } from "./memory-document-store.ts";
import { type MemorySealedRows, memorySealedRows } from "./memory-sealed-rows.ts";
import { documentForm, MemoryStack } from "./memory-stack.ts";

/** One durable change of the store; a batch is there as a whole or not at all. */
export type MemoryEvent =
  | {
      readonly kind: "appended";
      readonly stack: string;
      readonly lineage: string;
      readonly epoch: number;
      readonly entries: readonly JournalEntry[];
    }
  | { readonly kind: "removed"; readonly stack: string }
  | { readonly kind: "renamed"; readonly stack: string; readonly to: string }
  | { readonly kind: "pruned"; readonly stack: string; readonly history: PrunedHistory };

/** A Store over plain maps. Each call takes effect at once, in the order of the calls. */
export class MemoryStore implements Store {
  /** No other process knows this memory. */
  readonly isLockedOut = false;
  readonly #ids: Ids;
  readonly #stacks = new Map<string, MemoryStack>();
  readonly #claims = new Map<string, ClaimRow>();
  readonly #events: MemoryEvent[] = [];
  readonly #watchers = new Watchers<StackChange>();
  /** The service's own documents. */
  readonly documentStore: MemoryDocumentStore;
  /** The side table of sealed values. */
  readonly sealed: MemorySealedRows;

  constructor(ids: Ids, documentStore = new MemoryDocumentStore(), sealed = memorySealedRows()) {
    this.#ids = ids;
    this.documentStore = documentStore;
    this.sealed = sealed;
  }

  /** Everything durable that befell the store, in its order: the journal of all stacks, batch by batch. */
  get events(): readonly MemoryEvent[] {
    return this.#events;
  }

  /**
   * A store as another process would find it, had this one stopped after its first `count` events: the journal is cut
   * there and projected anew. Leases and epochs, plans, sealed values and the document store stay as they are now: none
   * is ever taken back.
   */
  copy(count: number = this.#events.length): MemoryStore {
    const copied = new MemoryStore(this.#ids, this.documentStore.copy(), this.sealed.copy());
    for (const event of this.#events.slice(0, count)) {
      const stack = copied.#stack(event.stack);
      copied.#events.push(event);
      if (event.kind === "removed") stack.clear();
      else if (event.kind === "renamed") copied.#rename(stack, event.to);
      else if (event.kind === "pruned") stack.prune(event.history);
      else {
        stack.lineage = event.lineage;
        stack.replay(event.entries);
      }
    }
    for (const [name, stack] of this.#stacksNamedAfter(count)) {
      const other = copied.#stack(name);
      other.epoch = stack.epoch;
      other.lease = stack.lease;
      other.cancelEpoch = stack.cancelEpoch;
      if (other.lineage === "") other.lineage = stack.lineage;
      for (const [digest, plan] of stack.plans) other.plans.set(digest, plan);
    }
    return copied;
  }

  readonly readStack = async (stack: string): Promise<StackState> => this.#stacks.get(stack)?.state() ?? emptyState("");

  readonly progress = async (stack: string): Promise<StackChange> => this.#progress(stack);

  readonly readBrief: Store["readBrief"] = async (stack) => ({
    ...this.#progress(stack),
    brief: this.#stacks.get(stack)?.brief ?? { records: 0, latestRun: null },
  });

  readonly readRecord = async (stack: string, address: string): Promise<RecordReading> => ({
    ...this.#progress(stack),
    record: this.#stacks.get(stack)?.recordAt(address) ?? null,
  });

  readonly acquire: Store["acquire"] = async (
    stack,
    holder,
    now,
    lengthMs,
    isDead,
    silent = null,
  ): Promise<LeaseOutcome> => {
    const rows = this.#stack(stack);
    if (rows.lineage === "") rows.lineage = this.#ids.unique();
    if (rows.lease !== null && !isFree(rows.lease, { isDead, silent })) return { kind: "busy", lease: rows.lease };
    rows.epoch += 1;
    rows.lease = { holder, epoch: rows.epoch, until: now + lengthMs, lengthMs };
    return { kind: "held", epoch: rows.epoch };
  };

  readonly renew = async (stack: string, epoch: number, until: number): Promise<boolean> => {
    const rows = this.#stacks.get(stack);
    if (rows?.lease?.epoch !== epoch) return false;
    rows.lease = { ...rows.lease, until: movedOn(rows.lease.until, until, rows.lease.lengthMs) };
    return true;
  };

  readonly release = async (stack: string, epoch: number): Promise<void> => {
    const rows = this.#stacks.get(stack);
    if (rows?.epoch === epoch) rows.lease = null;
  };

  readonly lease = async (stack: string): Promise<Lease | null> => this.#stacks.get(stack)?.lease ?? null;

  readonly requestCancel = async (stack: string, epoch: number): Promise<boolean> => {
    const rows = this.#stacks.get(stack);
    if (rows?.lease?.epoch !== epoch) return false;
    rows.cancelEpoch = epoch;
    return true;
  };

  readonly isCancelRequested = async (stack: string, epoch: number): Promise<boolean> =>
    this.#stacks.get(stack)?.cancelEpoch === epoch;

  readonly append = async (stack: string, epoch: number, entries: readonly JournalEntry[]): Promise<AppendOutcome> => {
    const rows = this.#stacks.get(stack);
    if (rows?.lease?.epoch !== epoch) return { kind: "fenced" };
    const outcome = rows.append(entries);
    if (typeof outcome !== "number") return { kind: "claimed", claim: outcome };
    this.#events.push({ kind: "appended", stack, lineage: rows.lineage, epoch, entries });
    this.#watchers.tell(stack, this.#progress(stack));
    return { kind: "done", serial: outcome };
  };

  readonly readJournal = async (stack: string): Promise<readonly JournalEntry[]> => [
    ...(this.#stacks.get(stack)?.journal ?? []),
  ];

  readonly readRun = async (stack: string, run: string): Promise<readonly JournalEntry[]> =>
    (this.#stacks.get(stack)?.journal ?? []).filter((entry) => entry.run === run);

  readonly readJournalAfter = async (stack: string, serial: number, limit: number): Promise<JournalReading> => {
    const { batches = [], prunedTo } = this.#stacks.get(stack) ?? {};
    const reach = { ...this.#progress(stack), ...(prunedTo === undefined ? {} : { prunedTo }) };
    const after = readFrom(serial, reach);
    return { ...reach, batches: batches.filter((batch) => batch.serial > after).slice(0, limit) };
  };

  readonly changes = (stack: string, signal: AbortSignal): AsyncIterable<StackChange> =>
    this.#watchers.watch(stack, signal, async () => this.#progress(stack));

  readonly listStacks = async (): Promise<readonly string[]> =>
    [...this.#stacks.values()]
      .filter(({ serial }) => serial > 0)
      .map(({ name }) => name)
      .sort();

  readonly lineages = async (): Promise<ReadonlyMap<string, string>> => lineagesOf([...this.#stacks.values()]);

  readonly removeStack = async (stack: string, epoch: number): Promise<boolean> => {
    const rows = this.#stacks.get(stack);
    if (rows === undefined) return true;
    if (!rows.isEmpty || rows.lease?.epoch !== epoch) return false;
    rows.clear();
    this.#events.push({ kind: "removed", stack });
    this.#watchers.tell(stack, this.#progress(stack));
    return true;
  };

  readonly renameStack = async (stack: string, to: string, epoch: number): Promise<boolean> => {
    const rows = this.#stacks.get(stack);
    if (rows?.lease?.epoch !== epoch || to === stack || this.#progress(to).serial > 0) return false;
    this.#rename(rows, to);
    this.#events.push({ kind: "renamed", stack, to });
    for (const name of [stack, to]) this.#watchers.tell(name, this.#progress(name));
    return true;
  };

  readonly prune: Store["prune"] = async (stack, epoch, history) => {
    const rows = this.#stacks.get(stack);
    if (rows?.lease?.epoch !== epoch) return "fenced";
    if (!rows.prune(history)) return "no-gain";
    this.#events.push({ kind: "pruned", stack, history });
    return "done";
  };

  /** Nothing is held that was forgotten. */
  readonly compact = async (): Promise<void> => {};

  readonly claims = async (claimKeys: readonly string[]): Promise<readonly Claim[]> =>
    claimKeys.flatMap((claimKey) => {
      const row = this.#claims.get(claimKey);
      return row === undefined ? [] : documentForm.claimIn(row);
    });

  readonly putPlan = async (stack: string, plan: StoredPlan, lineage = ""): Promise<void> => {
    if (lineage !== "" && this.#progress(stack).lineage !== lineage) return;
    const { plans } = this.#stack(stack);
    plans.set(plan.digest, { ...plan, document: plans.get(plan.digest)?.document ?? plan.document });
  };

  readonly getPlan = async (stack: string, digest: string): Promise<StoredPlan | null> =>
    this.#stacks.get(stack)?.plans.get(digest) ?? null;

  readonly listPlans = async (stack: string): Promise<readonly StoredPlan[]> =>
    [...(this.#stacks.get(stack)?.plans.values() ?? [])].sort(newestFirst);

  readonly planRows: Store["planRows"] = async (stack, { after = null, limit }) => {
    const rows = (await this.listPlans(stack)).map(({ digest, kind, createdAt }) => ({ digest, kind, createdAt }));
    const left = after === null ? rows : rows.filter((row) => newestFirst(after, row) < 0);
    return { total: rows.length, rows: left.slice(0, limit) };
  };

  readonly removePlans: Store["removePlans"] = async (stack, digests) => {
    for (const digest of digests) this.#stacks.get(stack)?.plans.delete(digest);
  };

  /** Nothing to let go of: whoever has the store may go on using it. */
  readonly close = async (): Promise<void> => {};

  #progress(stack: string): StackChange {
    const { lineage = "", serial = 0 } = this.#stacks.get(stack) ?? {};
    return { lineage, serial };
  }

  #rename(rows: MemoryStack, to: string): void {
    const { name, epoch } = rows;
    const former = this.#stacks.get(to);
    rows.rename(to, former === undefined ? 0 : firstEpochAfter(former));
    this.#stacks.set(to, rows);
    // The epoch stays behind and grows, so that no former holder of this stack can write into one made anew.
    const left = new MemoryStack(name, this.#claims);
    left.epoch = epoch + 1;
    this.#stacks.set(name, left);
  }

  /**
   * The stacks of now under the names that they had after so many events; what a later name has left behind is none.
   */
  #stacksNamedAfter(count: number): ReadonlyMap<string, MemoryStack> {
    const named = new Map(this.#stacks);
    for (const event of this.#events.slice(count).reverse()) {
      if (event.kind !== "renamed") continue;
      const stack = named.get(event.to);
      named.delete(event.to);
      if (stack !== undefined) named.set(event.stack, stack);
    }
    return named;
  }

  #stack(name: string): MemoryStack {
    const known = this.#stacks.get(name);
    if (known !== undefined) return known;
    const made = new MemoryStack(name, this.#claims);
    this.#stacks.set(name, made);
    return made;
  }
}

type Made = Pick<StoredPlan, "createdAt" | "digest">;

function newestFirst(a: Made, b: Made): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0;
}
