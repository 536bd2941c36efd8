import type { JsonObject } from "../../packages/base/json/json.ts";
import { inOneTurn } from "../../packages/base/turns.ts";
import type { JournalBatch, Lease, PrunedHistory, StackBrief, StoredPlan } from "../../src/engine/ports/store.ts";
import type { Intent, JournalEntry } from "../../src/engine/state/journal.ts";
import { holderAt } from "../../src/engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../src/engine/state/records/record.ts";
import type { Claim } from "../../src/engine/state/snapshot.ts";
import { noContext, type StackContext } from "../../src/engine/state/stack-context.ts";
import { assembleState, type StackState } from "../../src/engine/state/stack-state.ts";
import {
  type BodyRow,
  type ClaimRow,
  type Documents,
  type IntentRow,
  type KnownRows,
  onlyKey,
  type Summed,
  touchedInParts,
} from "../../src/stores/rows/batch/known-rows.ts";
import type { RowForm } from "../../src/stores/rows/batch/row-form.ts";
import { StagedBatch } from "../../src/stores/rows/batch/staged-batch.ts";
import { rowsOf } from "../../src/stores/rows/pruned-rows.ts";
import { briefAfter } from "../../src/stores/rows/stack-brief.ts";

/** The rows of one stack. */
export class MemoryStack {
  #name: string;
  lineage = "";
  serial = 0;
  epoch = 0;
  lease: Lease | null = null;
  /** The epoch whose holder was asked to stop. */
  cancelEpoch: number | null = null;
  /** The run that was begun last. */
  #latestRun: StackBrief["latestRun"] = null;
  /** The serial up to which the journal was pruned. */
  prunedTo: number | undefined;
  /** The journal, one batch an append. */
  batches: JournalBatch[] = [];
  readonly plans = new Map<string, StoredPlan>();
  readonly #records = new Map<string, BodyRow<ResourceRecord>>();
  readonly #intents = new Map<string, IntentRow<Intent>>();
  readonly #outputs = new Map<string, BodyRow<JsonObject>>();
  readonly #context = new Map<string, BodyRow<StackContext>>();
  /** Claims of all stacks. */
  readonly #claims: Map<string, ClaimRow>;

  constructor(name: string, claims: Map<string, ClaimRow>) {
    this.#name = name;
    this.#claims = claims;
  }

  get name(): string {
    return this.#name;
  }

  /** Gives all there is of the stack another name. `epoch`: the first one that was never held under that name. */
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
      {
        lineage: this.lineage,
        serial: this.serial,
        outputs: this.#outputs.get(onlyKey)?.body ?? {},
        context: this.#context.get(onlyKey)?.body ?? noContext,
      },
      inKeyOrder(this.#records).map(({ body }) => body),
      inKeyOrder(this.#intents).map(({ body, handle }) => ({ intent: body, operationName: handle })),
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
    return holderAt(
      address,
      this.#records.values().map(({ body }) => body),
    );
  }

  /**
   * Appends all of the entries or none: the serial after them, or the claim of another that stands against them. Throws
   * a Bug for entries that would leave two current records at one address, and a Fault for those that can't be written.
   */
  append(entries: readonly JournalEntry[]): number | Claim {
    return this.#written(entries, this.#standing(entries), (batch) => batch.append(entries));
  }

  /** The same of entries that were written once. */
  replay(entries: readonly JournalEntry[]): void {
    this.#written(entries, new Map(), (batch) => inOneTurn(batch.replayInParts(entries)));
  }

  #written(
    entries: readonly JournalEntry[],
    standing: KnownRows<Documents>["standing"],
    stage: (batch: StagedBatch<Documents>) => number | Claim,
  ): number | Claim {
    const batch = new StagedBatch(this, this.#known(standing), documentForm);
    const outcome = stage(batch);
    if (typeof outcome !== "number") return outcome;
    put(this.#records, batch.records);
    put(this.#intents, batch.intents);
    put(this.#outputs, batch.outputs);
    put(this.#context, batch.context);
    put(this.#claims, batch.claims);
    this.serial = batch.serial;
    this.#latestRun = batch.brief.latestRun;
    this.batches.push({ serial: this.serial, entries });
    return outcome;
  }

  /** The records at the addresses that entries take. */
  #standing(entries: readonly JournalEntry[]): ReadonlyMap<string, ResourceRecord> {
    const addresses = new Set(inOneTurn(touchedInParts(entries)).addresses);
    const standing = new Map<string, ResourceRecord>();
    if (addresses.size > 0)
      for (const [key, { body }] of this.#records) if (addresses.has(body.address)) standing.set(key, body);
    return standing;
  }

  /** The rows themselves: nothing changes in them before the batch has come to its end. */
  #known(standing: KnownRows<Documents>["standing"]): KnownRows<Documents> {
    return {
      records: this.#records,
      intents: this.#intents,
      outputs: this.#outputs,
      context: this.#context,
      claims: this.#claims,
      standing,
    };
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

  /** Back to a name never written to. The epoch grows, so that no former holder writes into what comes after. */
  clear(): void {
    this.lineage = "";
    this.serial = 0;
    this.epoch += 1;
    this.lease = null;
    this.#outputs.clear();
    this.#context.clear();
    this.#latestRun = null;
    this.prunedTo = undefined;
    this.batches = [];
    this.plans.clear();
    for (const [key, claim] of this.#claims) if (claim.stack === this.name) this.#claims.delete(key);
  }
}

/** Documents as they are, without checksums. The journal is kept batch by batch, in whole entries. */
export const documentForm: RowForm<Documents> = {
  record: (_key, body) => ({ body, sum: 0 }),
  intent: (_key, body) => ({ body, handle: null, sum: 0 }),
  withHandle: (_key, row, handle) => ({ ...row, handle }),
  outputs: (body) => ({ body, sum: 0 }),
  context: (body) => ({ body, sum: 0 }),
  claim: (claim) => ({ ...claim, sum: 0 }),
  claimIn: ({ sum: _, ...claim }) => claim,
  journal: { add: () => {}, keep: () => {}, takeBack: () => {} },
};

function put<R extends Summed>(
  rows: Map<string, R>,
  staged: { readonly after: ReadonlyMap<string, R | undefined> },
): void {
  for (const [key, row] of staged.after) {
    if (row === undefined) rows.delete(key);
    else rows.set(key, row);
  }
}

/** The rows in the order of their keys, as a database gives them. */
function inKeyOrder<T>(rows: ReadonlyMap<string, T>): readonly T[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
