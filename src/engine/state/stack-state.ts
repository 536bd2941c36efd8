import { invariant } from "../../base/invariant.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Intent, JournalEntry } from "./journal.ts";
import { type ResourceRecord, recordKey } from "./record.ts";
import { noContext, type StackContext } from "./stack-context.ts";
import { keptOutputs, noOutputs, type OutputSources, readOutputs } from "./stack-outputs.ts";

/** An intent without a result: the world may or may not have heard of it. */
export interface OpenIntent {
  readonly intent: Intent;
  /** Address of the operation it started, if one is known. */
  readonly handle: string | null;
}

/** An open intent of a run that broke off, after a look at its object. */
export interface Unsettled extends OpenIntent {
  readonly why: /** Nothing is there. */
    | "not-seen"
    /** The operation that it began has not ended. */
    | "pending"
    | "unreadable"
    /** Something is there, otherwise than it was to be made; it may be somebody else's. */
    | "not-provably-ours";
  readonly detail: string;
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
  readonly context: StackContext;
}

export function emptyState(lineage: string): StackState {
  return { lineage, serial: 0, records: new Map(), superseded: [], openIntents: [], ...noOutputs, context: noContext };
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
    case "run-ended":
      if (entry.outputs !== null)
        rows.setOutputs(keptOutputs({ outputs: entry.outputs, outputSources: entry.outputSources ?? {} }));
      return;
  }
}

function intentKey(run: string, seq: number): string {
  return `${run}.${seq}`;
}

/** Puts rows together into a state. */
export function assembleState(
  head: {
    readonly lineage: string;
    readonly serial: number;
    /** As a store keeps them. */
    readonly outputs: JsonObject;
    readonly context: StackContext;
  },
  records: Iterable<ResourceRecord>,
  openIntents: readonly OpenIntent[],
): StackState {
  const current = new Map<string, ResourceRecord>();
  const superseded: ResourceRecord[] = [];
  for (const record of records) {
    if (record.status === "superseded") superseded.push(record);
    else {
      invariant(!current.has(record.address), `two current records at ${record.address}`);
      current.set(record.address, record);
    }
  }
  return { ...head, ...readOutputs(head.outputs), records: current, superseded, openIntents };
}
