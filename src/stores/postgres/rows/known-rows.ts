import type { JournalEntry } from "../../../engine/state/journal.ts";
import { addressesTaken } from "../../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { project, type StateRows } from "../../../engine/state/stack-state.ts";
import { rowSum } from "../../rows/checksum.ts";
import { partsOf } from "../../rows/entry-parts.ts";
import { readRecord } from "../../rows/stored-documents.ts";
import { type Awake, unturned } from "../connection/awake.ts";
import type { Queries, Row } from "../connection/session.ts";
import { damaged } from "../connection/store-faults.ts";

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
  /**
   * Records at the addresses at which the batch leaves a current one, by key; those whose rows are not whole are left
   * out.
   */
  readonly standing: ReadonlyMap<string, ResourceRecord>;
}

/** The records of each claim are asked for by themselves: the server would compare all of a stack's with all claims. */
const sql = `
  SELECT 'record' AS kind, r.key, NULL AS body, NULL AS handle, NULL AS stack, r.sum
    FROM unnest($2::text[]) AS k (key) JOIN plumbline.record r ON r.stack = $1 AND r.key = k.key
  UNION ALL SELECT 'intent', i.key, i.body, i.handle, NULL, i.sum
    FROM unnest($3::text[]) AS k (key) JOIN plumbline.intent i ON i.stack = $1 AND i.key = k.key
  UNION ALL SELECT 'outputs', $5::text, NULL, NULL, NULL, sum FROM plumbline.outputs WHERE stack = $1
  UNION ALL SELECT 'context', $6::text, NULL, NULL, NULL, sum FROM plumbline.context WHERE stack = $1
  UNION ALL SELECT 'claim', claim_key, uid, address, stack, sum
    FROM plumbline.claim WHERE claim_key = ANY($4::text[])
  UNION ALL SELECT 'standing', r.key, r.body, NULL, NULL, r.sum
    FROM plumbline.claim c CROSS JOIN LATERAL (
      SELECT key, body, sum FROM plumbline.record
      WHERE stack = $1 AND key > (c.uid || '.') COLLATE "C" AND key < (c.uid || '/') COLLATE "C" ORDER BY key OFFSET 0
    ) r
    WHERE c.stack = $1 AND c.address = ANY($7::text[])
`;

/** Keys of each kind that are asked for at once: for more the server would read whole tables again and again. */
const keysOfPage = 200;

/** Reads what the entries touch, in one round trip where that is little. */
export async function readKnownRows(
  queries: Queries,
  stack: string,
  entries: readonly JournalEntry[],
  awake: Awake = unturned,
): Promise<KnownRows> {
  const keys = await awake(touchedKeys(entries));
  const known = {
    records: new Map<string, BodyRow>(),
    intents: new Map<string, IntentRow>(),
    outputs: new Map<string, BodyRow>(),
    context: new Map<string, BodyRow>(),
    claims: new Map<string, ClaimRow>(),
    standing: new Map<string, ResourceRecord>(),
  };
  const longest = Math.max(...[keys.records, keys.intents, keys.claims, keys.addresses].map(({ length }) => length));
  for (let from = 0; from === 0 || from < longest; from += keysOfPage) {
    const page = (of: readonly string[]) => of.slice(from, from + keysOfPage);
    const [records, intents, claims] = [page(keys.records), page(keys.intents), page(keys.claims)];
    const asked = [stack, records, intents, claims, outputsKey, contextKey, page(keys.addresses)];
    for (const row of await queries.rows(sql, ...asked)) take(stack, row, known);
  }
  return known;
}

/** The tables of what is known, as they are filled. */
type Filled = {
  readonly [K in keyof KnownRows]: KnownRows[K] extends ReadonlyMap<string, infer R> ? Map<string, R> : never;
};

function take(stack: string, row: Row, known: Filled): void {
  const key = String(row["key"]);
  const body = () => ({ body: null, sum: Number(row["sum"]) });
  switch (row["kind"]) {
    case "record":
      known.records.set(key, body());
      return;
    case "outputs":
      known.outputs.set(key, body());
      return;
    case "context":
      known.context.set(key, body());
      return;
    case "intent":
      known.intents.set(key, wholeIntent(stack, row));
      return;
    case "claim":
      known.claims.set(key, wholeClaim(row));
      return;
    default: {
      const record = standingRecord(stack, row);
      if (record !== undefined) known.standing.set(key, record);
    }
  }
}

/** Undefined where the row is not whole. */
function standingRecord(stack: string, row: Row): ResourceRecord | undefined {
  const body = String(row["body"]);
  return rowSum("record", stack, String(row["key"]), body) === row["sum"] ? readRecord(body) : undefined;
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

/**
 * The keys of all rows that the projection of the entries could read or write, and the addresses they take; in parts.
 */
function* touchedKeys(entries: readonly JournalEntry[]) {
  const records = new Set<string>();
  const intents = new Set<string>();
  const claims = new Set<string>();
  const rows: StateRows = {
    putRecord: (key) => records.add(key),
    removeRecord: (key) => records.add(key),
    putIntent: (key) => intents.add(key),
    setHandle: (key) => intents.add(key),
    removeIntent: (key) => intents.add(key),
    putClaim: (claimKey) => claims.add(claimKey),
    removeClaim: (claimKey) => claims.add(claimKey),
    setOutputs: () => {},
    setContext: () => {},
  };
  for (const entry of entries) {
    for (const part of partsOf(entry)) {
      project(part, rows);
      yield;
    }
  }
  const addresses = [...addressesTaken(entries)];
  return { records: [...records], intents: [...intents], claims: [...claims], addresses };
}
