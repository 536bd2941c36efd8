import { type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { jsonOf, samePlain } from "../../../packages/base/json/plain.ts";
import { type ResourceRecord, recordKey } from "../../engine/state/records/record.ts";
import type { ReplayedRows } from "../../engine/state/replay.ts";
import type { Claim } from "../../engine/state/snapshot.ts";
import type { StackContext } from "../../engine/state/stack-context.ts";

/** What is believed of a stack, by its rows or by its journal. */
export interface Believed {
  readonly records: readonly ResourceRecord[];
  readonly openIntents: number;
  readonly outputs: JsonObject;
  readonly context: StackContext;
}

/** Where what a stack has in its rows is not what its journal comes to, one sentence part each. */
export function journalDisagreements(due: Believed, rows: Believed): readonly string[] {
  const found = new Map(rows.records.map((record) => [recordKey(record), record]));
  const agrees =
    due.records.length === found.size &&
    due.records.every((record) => {
      const row = found.get(recordKey(record));
      return row !== undefined && jsonEqual(jsonOf(record), jsonOf(row));
    }) &&
    due.openIntents === rows.openIntents &&
    jsonEqual(due.outputs, rows.outputs) &&
    samePlain(due.context, rows.context);
  return agrees ? [] : ["its records are not what its journal comes to"];
}

/**
 * The same of its claims; `held` has them by their keys, with those of its journal that others hold: a repair gives an
 * object that two stacks claim to one of them.
 */
export function claimDisagreements(
  stack: string,
  due: ReplayedRows["claims"],
  held: ReadonlyMap<string, Claim>,
): readonly string[] {
  const isDue = ({ claimKey, uid, address }: Claim) => {
    const claim = due.get(claimKey);
    return claim?.uid === uid && claim.address === address;
  };
  const own = held.values().filter((claim) => claim.stack === stack);
  return own.every(isDue) && due.keys().every((key) => held.has(key))
    ? []
    : ["its claims are not what its journal comes to"];
}
