import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { Intent, JournalEntry } from "./journal.ts";
import { doubledRecords } from "./records/one-current.ts";
import { type ResourceRecord, recordKey } from "./records/record.ts";
import { noContext, type StackContext } from "./stack-context.ts";
import {
  endedOutputs,
  keptOutputs,
  noOutputs,
  type OutputSources,
  readOutputs,
  type StackOutputs,
  standingOutputs,
} from "./stack-outputs.ts";

/** An intent without a result: the platform may or may not have got it. */
export interface OpenIntent {
  readonly intent: Intent;
  /** The operation that it started, if one is known: the name that its platform gave it. */
  readonly operationName: string | null;
}

/** An open intent of a run that broke off, after a look at its object. */
export interface Indeterminate extends OpenIntent {
  readonly why: /** Nothing is there. */
    | "not-seen"
    /** The operation that it began has not ended. */
    | "pending"
    | "unreadable"
    /** Something is there, otherwise than it was to be made; it may belong to others. */
    | "not-provably-ours";
  readonly detail: string;
  /**
   * The platform has not told what became of the operation that it may have begun: a read that shows the object does
   * not say that it is whole, or that it stays.
   */
  readonly isOperationUnknown?: true;
}

/** What a stack goes on from that was restored from a backup, until all of it was looked at (decision 0125). */
export interface Restored {
  readonly at: string;
  /** When the backup was made. */
  readonly madeAt: string;
  /** The run that was begun last by then; null where none was, or where that is not known. It is not resumed. */
  readonly latestRun: string | null;
}

/** All that is believed of one stack. */
export interface StackState {
  readonly lineage: string;
  /** Grows by one with every durable batch of the journal. */
  readonly serial: number;
  /** Current records by address. */
  readonly records: ReadonlyMap<string, ResourceRecord>;
  readonly superseded: readonly ResourceRecord[];
  readonly openIntents: readonly OpenIntent[];
  readonly outputs: JsonObject;
  readonly outputSources: OutputSources;
  /** The outputs as the last run told them: also those whose objects are gone. */
  readonly toldOutputs: StackOutputs;
  readonly context: StackContext;
  /**
   * Records that the store has as current although another record has their address: a fault of older versions. They
   * are among the superseded ones here; the next holder of the stack writes them so. Absent where there are none.
   */
  readonly doubled?: readonly ResourceRecord[];
  /** Absent where it was not restored, or has been looked at since. */
  readonly restored?: Restored;
}

export function emptyState(lineage: string): StackState {
  return {
    lineage,
    serial: 0,
    records: new Map(),
    superseded: [],
    openIntents: [],
    ...noOutputs,
    toldOutputs: noOutputs,
    context: noContext,
  };
}

/** Rows of a state under change; what the projection of a batch works on. */
export interface StateRows {
  putRecord(key: string, record: ResourceRecord): void;
  removeRecord(key: string): void;
  putIntent(key: string, intent: Intent): void;
  setHandle(key: string, url: string): void;
  removeIntent(key: string): void;
  putClaim(claimKey: string, uid: string, address: string): void;
  removeClaim(claimKey: string, uid: string): void;
  /** The document that `keptOutputs` makes. */
  setOutputs(kept: JsonObject): void;
  setContext(context: StackContext): void;
}

/** The one place that knows what a journal entry means for the rows. Pure apart from the rows it is given. */
export function project(entry: JournalEntry, rows: StateRows): void {
  switch (entry.kind) {
    case "run-started":
      return;
    case "context":
      rows.setContext(entry.context);
      return;
    case "intent":
      rows.putIntent(intentKey(entry.run, entry.seq), entry);
      rows.putClaim(entry.claimKey, entry.uid, entry.address);
      return;
    case "handle":
      rows.setHandle(intentKey(entry.run, entry.intentSeq), entry.url);
      return;
    case "result":
      if (entry.intentSeq !== null) rows.removeIntent(intentKey(entry.run, entry.intentSeq));
      for (const effect of entry.effects) {
        if (effect.kind === "put") {
          rows.putRecord(recordKey(effect.record), effect.record);
          rows.putClaim(effect.claimKey, effect.record.uid, effect.record.address);
        } else {
          rows.removeRecord(recordKey(effect));
          if (effect.claimKey !== null) rows.removeClaim(effect.claimKey, effect.uid);
        }
      }
      return;
    case "run-ended": {
      const ended = endedOutputs(entry);
      if (ended !== undefined) rows.setOutputs(keptOutputs(ended));
      return;
    }
  }
}

function intentKey(run: string, seq: number): string {
  return `${run}.${seq}`;
}

/**
 * Puts rows together into a state. Of two current records at one address one is taken for superseded. An output whose
 * object is not recorded any more is left out: a run that broke off, a refresh or an edit has ended that.
 */
export function assembleState(
  head: {
    readonly lineage: string;
    readonly serial: number;
    /** As a store keeps them. */
    readonly outputs: JsonObject;
    readonly context: StackContext;
    readonly restored?: Restored;
  },
  records: Iterable<ResourceRecord>,
  openIntents: readonly OpenIntent[],
): StackState {
  const current = new Map<string, ResourceRecord>();
  const superseded: ResourceRecord[] = [];
  const all = [...records];
  let isDoubled = false;
  for (const record of all) {
    if (record.status === "superseded") superseded.push(record);
    else {
      isDoubled ||= current.has(record.address);
      current.set(record.address, record);
    }
  }
  const keys = new Set(all.map(recordKey));
  const toldOutputs = readOutputs(head.outputs);
  const outputs = standingOutputs(toldOutputs, { has: (key) => keys.has(key), isEmpty: false });
  const state = { ...head, ...outputs, toldOutputs, records: current, superseded, openIntents };
  return isDoubled ? withOneCurrentEach(state, all) : state;
}

function withOneCurrentEach(state: StackState, records: readonly ResourceRecord[]): StackState {
  const doubled = doubledRecords(records);
  const late = new Set(doubled);
  const holders = records.filter((record) => record.status === "current" && !late.has(record));
  return {
    ...state,
    records: new Map(holders.map((record) => [record.address, record])),
    superseded: [...state.superseded, ...doubled.map((record) => ({ ...record, status: "superseded" as const }))],
    doubled,
  };
}
