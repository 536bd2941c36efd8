import { Fault } from "../../../../packages/base/fault.ts";
import { type InParts, inOneTurn } from "../../../../packages/base/turns.ts";
import type { StackBrief } from "../../../engine/ports/store.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { refuseDoublesInParts, type StandingRecord, standingOf } from "../../../engine/state/records/one-current.ts";
import { recordKey } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { project, type StateRows } from "../../../engine/state/stack-state.ts";
import { partsOf } from "../entry-parts.ts";
import { briefAfter } from "../stack-brief.ts";
import {
  type Bodies,
  type BodyRow,
  type ClaimRow,
  type IntentRow,
  type KnownRows,
  onlyKey,
  type Summed,
} from "./known-rows.ts";
import type { RowForm } from "./row-form.ts";
import { StagedTable } from "./staged-table.ts";

/** The stack that a batch is for, as it stands. */
export interface BatchStack {
  readonly name: string;
  readonly serial: number;
  /** With the number of its records. */
  readonly brief: StackBrief;
}

/** Thrown inside a caller's part when a claim of it is another's. */
class ClaimTaken extends Error {
  readonly claim: Claim;
  constructor(claim: Claim) {
    super("claim taken");
    this.claim = claim;
  }
}

/**
 * What several callers append to one stack, worked out in memory from the rows that it touches: what is refused, and
 * which rows come, change and go. It does no input or output. No other writes to the stack meanwhile; whoever writes
 * the rows sees to it that claims are still free (decision 0100).
 */
export class StagedBatch<B extends Bodies> {
  readonly records: StagedTable<BodyRow<B["record"]>, Summed>;
  readonly intents: StagedTable<IntentRow<B["intent"]>>;
  /** Under `onlyKey`, and so is the context. */
  readonly outputs: StagedTable<BodyRow<B["outputs"]>, Summed>;
  readonly context: StagedTable<BodyRow<B["context"]>, Summed>;
  readonly claims: StagedTable<ClaimRow>;
  readonly #stack: BatchStack;
  readonly #form: RowForm<B>;
  /** Records at the addresses that the batch takes, with all that was added. */
  readonly #standing: Map<string, StandingRecord>;
  #serial: number;
  /** Without the number of records. */
  #brief: Partial<StackBrief>;

  constructor(stack: BatchStack, known: KnownRows<B>, form: RowForm<B>) {
    this.#stack = stack;
    this.#serial = stack.serial;
    this.#brief = stack.brief;
    this.#form = form;
    this.records = new StagedTable(known.records);
    this.intents = new StagedTable(known.intents);
    this.outputs = new StagedTable(known.outputs);
    this.context = new StagedTable(known.context);
    this.claims = new StagedTable(known.claims);
    this.#standing = new Map(known.standing);
  }

  /** The serial of the stack with all that was added. */
  get serial(): number {
    return this.#serial;
  }

  /** What is kept of the stack beside its rows, with all that was added. */
  get brief(): StackBrief {
    return briefAfter(this.#brief, [], this.#stack.brief.records + this.records.growth());
  }

  /**
   * Adds one caller's entries under a serial of their own: all of them, or none when somebody holds a claim of theirs.
   * Throws what is that caller's only, and RowDamage; then nothing was added.
   */
  append(entries: readonly JournalEntry[]): number | Claim {
    return inOneTurn(this.appendInParts(entries));
  }

  /** The same in parts; nothing else is to be added before its end. */
  *appendInParts(entries: readonly JournalEntry[]): InParts<number | Claim> {
    const standing = (addresses: ReadonlySet<string>) =>
      this.#standing.values().filter(({ address }) => addresses.has(address));
    yield* refuseDoublesInParts(entries, standing);
    return yield* this.replayInParts(entries);
  }

  /**
   * The same of entries that were written once: what they leave stands, two records at one address too. `taken`: what
   * becomes of a claim that stands against them; given, they take it from its holder, whose tally has it still.
   */
  *replayInParts(entries: readonly JournalEntry[], taken: (claim: Claim) => void = refuse): InParts<number | Claim> {
    const rows = this.#rowsFor(taken);
    const tables = [this.records, this.intents, this.outputs, this.context, this.claims, this.#form.journal];
    try {
      for (const entry of entries) {
        for (const part of partsOf(entry)) {
          this.#form.journal.add(part, this.#serial + 1);
          project(part, rows);
          yield;
        }
      }
    } catch (cause) {
      for (const table of tables) table.takeBack();
      if (cause instanceof ClaimTaken) return cause.claim;
      throw cause;
    }
    for (const table of tables) table.keep();
    this.#stand(entries);
    this.#brief = briefAfter(this.#brief, entries, 0);
    this.#serial += 1;
    return this.#serial;
  }

  #stand(entries: readonly JournalEntry[]): void {
    for (const effect of entries.flatMap((entry) => (entry.kind === "result" ? entry.effects : []))) {
      if (effect.kind === "put") this.#standing.set(recordKey(effect.record), standingOf(effect.record));
      else this.#standing.delete(recordKey(effect));
    }
  }

  #rowsFor(taken: (claim: Claim) => void): StateRows {
    const { records, intents, outputs, context, claims } = this;
    const [form, stack] = [this.#form, this.#stack.name];
    return {
      putRecord: (key, record) => records.set(key, form.record(key, record)),
      removeRecord: (key) => records.set(key, undefined),
      putIntent: (key, intent) => {
        if (intents.get(key) !== undefined) throw new Fault("store-failed", `intent ${key} is there already`);
        intents.set(key, form.intent(key, intent));
      },
      setHandle: (key, url) => {
        const open = intents.get(key);
        if (open !== undefined) intents.set(key, form.withHandle(key, open, url));
      },
      removeIntent: (key) => intents.set(key, undefined),
      putClaim: (claimKey, uid, address) => {
        const row = claims.get(claimKey);
        const claim = row === undefined ? undefined : form.claimIn(row);
        if (claim !== undefined && (claim.uid !== uid || claim.stack !== stack)) taken(claim);
        claims.set(claimKey, form.claim({ claimKey, stack, uid, address }));
      },
      removeClaim: (claimKey, uid) => {
        const claim = claims.get(claimKey);
        if (claim?.uid === uid && claim.stack === stack) claims.set(claimKey, undefined);
      },
      setOutputs: (values) => outputs.set(onlyKey, form.outputs(values)),
      setContext: (values) => context.set(onlyKey, form.context(values)),
    };
  }
}

function refuse(claim: Claim): never {
  throw new ClaimTaken(claim);
}
