import type { JournalEntry } from "../../../engine/state/journal.ts";
import { standingOf } from "../../../engine/state/records/one-current.ts";
import {
  type ClaimRow,
  type FilledRows,
  type KnownRows,
  noRows,
  onlyKey,
  touchedInParts,
} from "../../rows/batch/known-rows.ts";
import { type Texts, wholeRecord } from "../../rows/batch/text-rows.ts";
import { type Awake, unturned } from "../connection/awake.ts";
import type { Queries, Row } from "../connection/session.ts";

/** The records of each claim are asked for by themselves: the server would compare all of a stack's with all claims. */
const sql = `
  SELECT 'record' AS kind, r.key, NULL AS body, NULL AS handle, NULL AS stack, r.sum
    FROM unnest($2::text[]) AS k (key) JOIN plumbline.record r ON r.stack = $1 AND r.key = k.key
  UNION ALL SELECT 'intent', i.key, i.body, i.handle, NULL, i.sum
    FROM unnest($3::text[]) AS k (key) JOIN plumbline.intent i ON i.stack = $1 AND i.key = k.key
  UNION ALL SELECT 'outputs', '', NULL, NULL, NULL, sum FROM plumbline.outputs WHERE stack = $1
  UNION ALL SELECT 'context', '', NULL, NULL, NULL, sum FROM plumbline.context WHERE stack = $1
  UNION ALL SELECT 'claim', claim_key, uid, address, stack, sum
    FROM plumbline.claim WHERE claim_key = ANY($4::text[])
  UNION ALL SELECT 'standing', r.key, r.body, NULL, NULL, r.sum
    FROM plumbline.claim c CROSS JOIN LATERAL (
      SELECT key, body, sum FROM plumbline.record
      WHERE stack = $1 AND key > (c.uid || '.') COLLATE "C" AND key < (c.uid || '/') COLLATE "C" ORDER BY key OFFSET 0
    ) r
    WHERE c.stack = $1 AND c.address = ANY($5::text[])
`;

/** Keys of each kind that are asked for at once: for more the server would read whole tables again and again. */
const keysOfPage = 200;

/** Reads what the entries touch, in one round trip where that is little. */
export async function readKnownRows(
  queries: Queries,
  stack: string,
  entries: readonly JournalEntry[],
  awake: Awake = unturned,
): Promise<KnownRows<Texts>> {
  const { records, intents, claims, addresses } = await awake(touchedInParts(entries));
  const known = noRows<Texts>();
  const longest = Math.max(...[records, intents, claims, addresses].map(({ length }) => length));
  for (let from = 0; from === 0 || from < longest; from += keysOfPage) {
    const pages = [records, intents, claims, addresses].map((keys) => keys.slice(from, from + keysOfPage));
    for (const row of await queries.rows(sql, stack, ...pages)) take(stack, row, known);
  }
  return known;
}

function take(stack: string, row: Row, known: FilledRows<Texts>): void {
  const [key, sum] = [String(row["key"]), Number(row["sum"])];
  switch (row["kind"]) {
    case "record":
      known.records.set(key, { sum });
      return;
    case "outputs":
      known.outputs.set(onlyKey, { sum });
      return;
    case "context":
      known.context.set(onlyKey, { sum });
      return;
    case "intent": {
      const handle = row["handle"] === null ? null : String(row["handle"]);
      known.intents.set(key, { body: String(row["body"]), handle, sum });
      return;
    }
    case "claim":
      known.claims.set(key, claimRowOf(row));
      return;
    default: {
      const record = wholeRecord(stack, key, String(row["body"]), sum);
      if (record !== undefined) known.standing.set(key, standingOf(record));
    }
  }
}

/** From a row of `key`, `stack`, `body` (its uid) and `handle` (its address). */
export function claimRowOf(row: Row): ClaimRow {
  return {
    claimKey: String(row["key"]),
    stack: String(row["stack"]),
    uid: String(row["body"]),
    address: String(row["handle"]),
    sum: Number(row["sum"]),
  };
}
