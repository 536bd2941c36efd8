import type { JournalEntry } from "../../engine/state/journal.ts";
import { addressesTaken } from "../../engine/state/one-current.ts";
import type { ResourceRecord } from "../../engine/state/record.ts";
import type { Claim } from "../../engine/state/snapshot.ts";
import { project } from "../../engine/state/stack-state.ts";
import { rowSum } from "../rows/checksum.ts";
import { readRecord } from "../rows/stored-documents.ts";
import type { Queries, Row } from "./session.ts";
import { damaged } from "./store-faults.ts";

/** A record, the outputs or the context; `body` is null where only the checksum was read. */
export interface BodyRow {
  readonly body: string | null;
  readonly sum: number;
}

export interface IntentRow {
  readonly body: string;
  readonly handle: string | null;
  readonly sum: number;
}

export interface ClaimRow extends Claim {
  readonly sum: number;
}

/** The keys of the one row of outputs and of the one of the context. */
export const outputsKey = "outputs";
export const contextKey = "context";

/** The rows that a batch touches, as they are in the database. */
export interface KnownRows {
  readonly records: ReadonlyMap<string, BodyRow>;
  readonly intents: ReadonlyMap<string, IntentRow>;
  readonly outputs: ReadonlyMap<string, BodyRow>;
  readonly context: ReadonlyMap<string, BodyRow>;
  /** Of any stack. */
  readonly claims: ReadonlyMap<string, ClaimRow>;
  /** Records at the addresses at which the batch leaves a current one, by key; those whose rows are not whole are left out. */
  readonly standing: ReadonlyMap<string, ResourceRecord>;
}

const sql = `
  SELECT 'record' AS kind, key, NULL AS body, NULL AS handle, NULL AS stack, sum
    FROM plumbline.record WHERE stack = $1 AND key = ANY($2::text[])
  UNION ALL SELECT 'intent', key, body, handle, NULL, sum
    FROM plumbline.intent WHERE stack = $1 AND key = ANY($3::text[])
  UNION ALL SELECT 'outputs', $5::text, NULL, NULL, NULL, sum FROM plumbline.outputs WHERE stack = $1
  UNION ALL SELECT 'context', $6::text, NULL, NULL, NULL, sum FROM plumbline.context WHERE stack = $1
  UNION ALL SELECT 'claim', claim_key, uid, address, stack, sum
    FROM plumbline.claim WHERE claim_key = ANY($4::text[])
  UNION ALL SELECT 'standing', r.key, r.body, NULL, NULL, r.sum
    FROM plumbline.claim c JOIN plumbline.record r
      ON r.stack = c.stack AND r.key > (c.uid || '.') COLLATE "C" AND r.key < (c.uid || '/') COLLATE "C"
    WHERE c.stack = $1 AND c.address = ANY($7::text[])
`;

/** Reads in one round trip what the entries touch. */
export async function readKnownRows(
  queries: Queries,
  stack: string,
  entries: readonly JournalEntry[],
): Promise<KnownRows> {
  const keys = touchedKeys(entries);
  const rows = await queries.rows(
    sql,
    stack,
    [...keys.records],
    [...keys.intents],
    [...keys.claims],
    outputsKey,
    contextKey,
    [...addressesTaken(entries)],
  );
  const bodies = (kind: string) => mapOf(rows, kind, (row) => ({ body: null, sum: Number(row["sum"]) }));
  return {
    records: bodies("record"),
    outputs: bodies("outputs"),
    context: bodies("context"),
    intents: mapOf(rows, "intent", (row) => wholeIntent(stack, row)),
    claims: mapOf(rows, "claim", wholeClaim),
    standing: new Map(rows.flatMap((row) => (row["kind"] === "standing" ? standingRecord(stack, row) : []))),
  };
}

function mapOf<R>(rows: readonly Row[], kind: string, make: (row: Row) => R): ReadonlyMap<string, R> {
  return new Map(rows.filter((row) => row["kind"] === kind).map((row) => [String(row["key"]), make(row)]));
}

function standingRecord(stack: string, row: Row): readonly (readonly [string, ResourceRecord])[] {
  const [key, body] = [String(row["key"]), String(row["body"])];
  const record = rowSum("record", stack, key, body) === row["sum"] ? readRecord(body) : undefined;
  return record === undefined ? [] : [[key, record]];
}

function wholeIntent(stack: string, row: Row): IntentRow {
  const [key, body] = [String(row["key"]), String(row["body"])];
  const handle = row["handle"] === null ? null : String(row["handle"]);
  const sum = rowSum("intent", stack, key, body, handle);
  if (sum !== row["sum"]) throw damaged(`the intent ${key} of stack \`${stack}\` disagrees with its checksum`);
  return { body, handle, sum };
}

/** A claim with its checksum checked, from a row of `key`, `stack`, `body` (its uid) and `handle` (its address). */
export function wholeClaim(row: Row): ClaimRow {
  const claimKey = String(row["key"]);
  const [stack, uid, address] = [String(row["stack"]), String(row["body"]), String(row["handle"])];
  const sum = rowSum("claim", claimKey, stack, uid, address);
  if (sum !== row["sum"]) throw damaged(`the claim ${claimKey} disagrees with its checksum`);
  return { claimKey, stack, uid, address, sum };
}

/** The keys of all rows that the projection of the entries could read or write. */
function touchedKeys(entries: readonly JournalEntry[]) {
  const records = new Set<string>();
  const intents = new Set<string>();
  const claims = new Set<string>();
  for (const entry of entries) {
    project(entry, {
      putRecord: (key) => records.add(key),
      removeRecord: (key) => records.add(key),
      putIntent: (key) => intents.add(key),
      setHandle: (key) => intents.add(key),
      removeIntent: (key) => intents.add(key),
      putClaim: (claimKey) => claims.add(claimKey),
      removeClaim: (claimKey) => claims.add(claimKey),
      setOutputs: () => {},
      setContext: () => {},
    });
  }
  return { records, intents, claims };
}
