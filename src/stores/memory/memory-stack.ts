import { Fault } from "../../../packages/base/fault.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { JournalBatch, Lease, PrunedHistory, StackBrief, StoredPlan } from "../../engine/ports/store.ts";
import type { Intent, JournalEntry } from "../../engine/state/journal.ts";
import { holderAt, refuseDoubles } from "../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../engine/state/records/record.ts";
import type { Claim } from "../../engine/state/snapshot.ts";
import { noContext, type StackContext } from "../../engine/state/stack-context.ts";
import { assembleState, project, type StackState, type StateRows } from "../../engine/state/stack-state.ts";
import { rowsOf } from "../rows/pruned-rows.ts";
import { briefAfter } from "../rows/stack-brief.ts";

/** Thrown inside a batch when a claim of it is another's. */
class ClaimTaken extends Error {
  readonly claim: Claim;
  constructor(claim: Claim) {
    super("claim taken");
    this.claim = claim;
  }
}

/** The rows of one stack. */
export class MemoryStack {
  #name: string;
  lineage = "";
  serial = 0;
  epoch = 0;
  lease: Lease | null = null;
  /** The epoch whose holder was asked to stop. */
  cancelEpoch: number | null = null;
  outputs: JsonObject = {};
  context: StackContext = noContext;
  /** The run that was begun last. */
  #latestRun: StackBrief["latestRun"] = null;
  /** The serial up to which the journal was pruned. */
  prunedTo: number | undefined;
  /** The journal, one batch an append. */
  batches: JournalBatch[] = [];
  readonly plans = new Map<string, StoredPlan>();
  readonly #records = new Map<string, ResourceRecord>();
  readonly #intents = new Map<string, { readonly intent: Intent; readonly handle: string | null }>();
  /** Claims of all stacks. */
  readonly #claims: Map<string, Claim>;
  /** How to take back what the batch did so far, last first. */
  readonly #undo: (() => void)[] = [];
  readonly #rows: StateRows;

  constructor(name: string, claims: Map<string, Claim>) {
    this.#name = name;
    this.#claims = claims;
    this.#rows = this.#makeRows();
  }

  get name(): string {
    return this.#name;
  }

  /** Gives all there is of the stack another name. `epoch`: the first one under which nobody ever held that name. */
  rename(to: string, epoch: number): void {
    const from = this.#name;
    this.#name = to;
    for (const [key, claim] of this.#claims) if (claim.stack === from) this.#claims.set(key, { ...claim, stack: to });
    if (epoch <= this.epoch) return;
    if (this.cancelEpoch === this.epoch) this.cancelEpoch = epoch;
    if (this.lease !== null) this.lease = { ...this.lease, epoch };
    this.epoch = epoch;
  }

  get isEmpty(): boolean {
    return this.#records.size === 0 && this.#intents.size === 0;
  }

  state(): StackState {
    return assembleState(
      { lineage: this.lineage, serial: this.serial, outputs: this.outputs, context: this.context },
      inKeyOrder(this.#records),
      inKeyOrder(this.#intents),
    );
  }

  get brief(): StackBrief {
    const { prunedTo } = this;
    const known = { latestRun: this.#latestRun ?? null, ...(prunedTo === undefined ? {} : { prunedTo }) };
    return briefAfter(known, [], this.#records.size);
  }

  get journal(): readonly JournalEntry[] {
    return this.batches.flatMap(({ entries }) => entries);
  }

  /** The current record at an address. */
  recordAt(address: string): ResourceRecord | undefined {
    return holderAt(address, this.#records.values());
  }

  /** Throws a Bug for entries that would leave two current records at one address. */
  refuseDoubles(entries: readonly JournalEntry[]): void {
    refuseDoubles(entries, (addresses) => this.#records.values().filter(({ address }) => addresses.has(address)));
  }

  /** All of the entries or none; the claim of another that stands against them, else null. */
  apply(entries: readonly JournalEntry[]): Claim | null {
    this.#undo.length = 0;
    try {
      for (const entry of entries) project(entry, this.#rows);
    } catch (cause) {
      for (const undo of this.#undo.reverse()) undo();
      if (cause instanceof ClaimTaken) return cause.claim;
      throw cause;
    }
    this.serial += 1;
    this.#latestRun = briefAfter(this.brief, entries, 0).latestRun;
    this.batches.push({ serial: this.serial, entries });
    return null;
  }

  /** Puts a checkpoint in the place of the oldest batches; false where that takes no fewer rows than they do. */
  prune({ serial, checkpoint, plans }: PrunedHistory): boolean {
    const dropped = this.batches.filter((batch) => batch.serial <= serial);
    const rows = dropped.reduce((sum, { entries }) => sum + rowsOf(entries), 0);
    if (rowsOf(checkpoint) > rows) return false;
    this.batches = [{ serial, entries: checkpoint }, ...this.batches.slice(dropped.length)];
    this.prunedTo = serial;
    for (const digest of plans) this.plans.delete(digest);
    return true;
  }

  /** Back to a name nobody wrote to. The epoch grows, so that no former holder writes into what comes after. */
  clear(): void {
    this.lineage = "";
    this.serial = 0;
    this.epoch += 1;
    this.lease = null;
    this.outputs = {};
    this.context = noContext;
    this.#latestRun = null;
    this.prunedTo = undefined;
    this.batches = [];
    this.plans.clear();
    for (const [key, claim] of this.#claims) if (claim.stack === this.name) this.#claims.delete(key);
  }

  #makeRows(): StateRows {
    return {
      putRecord: (key, record) => this.#put(this.#records, key, record),
      removeRecord: (key) => this.#remove(this.#records, key),
      putIntent: (key, intent) => {
        if (this.#intents.has(key)) throw new Fault("store-failed", `intent ${key} is there already`);
        this.#put(this.#intents, key, { intent, handle: null });
      },
      setHandle: (key, url) => {
        const open = this.#intents.get(key);
        if (open !== undefined) this.#put(this.#intents, key, { ...open, handle: url });
      },
      removeIntent: (key) => this.#remove(this.#intents, key),
      putClaim: (claimKey, uid, address) => {
        const claim = this.#claims.get(claimKey);
        if (claim !== undefined && (claim.uid !== uid || claim.stack !== this.name)) throw new ClaimTaken(claim);
        this.#put(this.#claims, claimKey, { claimKey, stack: this.name, uid, address });
      },
      removeClaim: (claimKey, uid) => {
        const claim = this.#claims.get(claimKey);
        if (claim?.uid === uid && claim.stack === this.name) this.#remove(this.#claims, claimKey);
      },
      setOutputs: (outputs) => {
        const former = this.outputs;
        this.#undo.push(() => {
          this.outputs = former;
        });
        this.outputs = outputs;
      },
      setContext: (context) => {
        const former = this.context;
        this.#undo.push(() => {
          this.context = former;
        });
        this.context = context;
      },
    };
  }

  #put<T>(rows: Map<string, T>, key: string, value: T): void {
    const former = rows.get(key);
    this.#undo.push(() => (former === undefined ? rows.delete(key) : rows.set(key, former)));
    rows.set(key, value);
  }

  #remove<T>(rows: Map<string, T>, key: string): void {
    const former = rows.get(key);
    if (former === undefined) return;
    this.#undo.push(() => rows.set(key, former));
    rows.delete(key);
  }
}

/** The rows in the order of their keys, as a database gives them. */
function inKeyOrder<T>(rows: ReadonlyMap<string, T>): readonly T[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
