import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import type { Intent, JournalEntry } from "../../../engine/state/journal.ts";
import type { StandingRecord } from "../../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import type { StackContext } from "../../../engine/state/stack-context.ts";
import { project, type StateRows } from "../../../engine/state/stack-state.ts";
import { partsOf } from "../entry-parts.ts";

/** What the rows of a stack hold, by table. */
export interface Documents {
  readonly record: ResourceRecord;
  readonly intent: Intent;
  readonly outputs: JsonObject;
  readonly context: StackContext;
}

/** In what form a store keeps that: as text, or as it is. */
export type Bodies = Readonly<Record<keyof Documents, unknown>>;

/** A row that carries its checksum; 0 in a store that keeps none. */
export interface Summed {
  readonly sum: number;
}

/** A record, the outputs or the context. */
export interface BodyRow<B> extends Summed {
  readonly body: B;
}

export interface IntentRow<B> extends BodyRow<B> {
  readonly handle: string | null;
}

export interface ClaimRow extends Claim, Summed {}

/** The key of a row that is the only one that its stack has in a table. */
export const onlyKey = "";

/**
 * The rows that a batch touches, as they are in the store; they are not proved yet. Of what goes or is replaced as a
 * whole only the checksum is known.
 */
export interface KnownRows<B extends Bodies> {
  readonly records: ReadonlyMap<string, Summed>;
  readonly intents: ReadonlyMap<string, IntentRow<B["intent"]>>;
  /** Under `onlyKey`, and so is the context. */
  readonly outputs: ReadonlyMap<string, Summed>;
  readonly context: ReadonlyMap<string, Summed>;
  /** Of any stack. */
  readonly claims: ReadonlyMap<string, ClaimRow>;
  /**
   * Records at the addresses at which an entry puts a current one, by key; those whose rows are not whole are left
   * out.
   */
  readonly standing: ReadonlyMap<string, StandingRecord>;
}

/** Maps for a store that reads the rows one after another. */
export type FilledRows<B extends Bodies> = {
  readonly [K in keyof KnownRows<B>]: KnownRows<B>[K] extends ReadonlyMap<string, infer R> ? Map<string, R> : never;
};

export function noRows<B extends Bodies>(): FilledRows<B> {
  return {
    records: new Map(),
    intents: new Map(),
    outputs: new Map(),
    context: new Map(),
    claims: new Map(),
    standing: new Map(),
  };
}

/** Which rows a batch touches, by their keys. */
export interface TouchedRows {
  readonly records: readonly string[];
  readonly intents: readonly string[];
  readonly claims: readonly string[];
  readonly outputs: boolean;
  readonly context: boolean;
  /** At which an entry puts a current record. */
  readonly addresses: readonly string[];
}

/** The keys of all rows that the projection of the entries could read or write, and the addresses they take. */
export function* touchedInParts(entries: readonly JournalEntry[]): InParts<TouchedRows> {
  const records = new Set<string>();
  const intents = new Set<string>();
  const claims = new Set<string>();
  const only = new Set<"outputs" | "context">();
  const addresses = new Set<string>();
  const rows: StateRows = {
    putRecord: (key, { status, address }) => {
      records.add(key);
      if (status === "current") addresses.add(address);
    },
    removeRecord: (key) => records.add(key),
    putIntent: (key) => intents.add(key),
    setHandle: (key) => intents.add(key),
    removeIntent: (key) => intents.add(key),
    putClaim: (claimKey) => claims.add(claimKey),
    removeClaim: (claimKey) => claims.add(claimKey),
    setOutputs: () => only.add("outputs"),
    setContext: () => only.add("context"),
  };
  for (const entry of entries) {
    for (const part of partsOf(entry)) {
      project(part, rows);
      yield;
    }
  }
  return {
    records: [...records],
    intents: [...intents],
    claims: [...claims],
    outputs: only.has("outputs"),
    context: only.has("context"),
    addresses: [...addresses],
  };
}
