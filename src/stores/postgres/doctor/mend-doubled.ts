import { claimAmong, mendingEntry } from "../../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Connection } from "../connection/connection.ts";
import { lockHeadToWrite } from "../rows/head-rows.ts";
import { readKnownRows } from "../rows/known-rows.ts";
import { readState } from "../rows/state-rows.ts";
import { newBatch, writeBatch } from "../write-batch.ts";

/**
 * Writes records that have another one's address as superseded, in one transaction, whoever holds the stack: a run goes
 * on by what it has read, which says the same. Does nothing where no record is doubled, or where the stack is damaged.
 */
export async function mendDoubled(connection: Connection, stack: string): Promise<void> {
  await connection.writing(async (queries) => {
    const head = await lockHeadToWrite(queries, stack);
    if (head === undefined) return;
    const state = await readState(queries, head);
    if (!("lineage" in state) || state.doubled === undefined) return;
    const rows = await queries.rows("SELECT claim_key FROM plumbline.claim WHERE stack = $1", stack);
    const keys = rows.map((row) => String(row["claim_key"]));
    // By the database's own clock.
    const [time] = await queries.rows(
      `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`,
    );
    const keyOf = (record: ResourceRecord) => claimAmong(record, keys);
    const entries = [mendingEntry(`${head.serial}-doctor`, state.doubled, keyOf, String(time?.["at"]))];
    const staged = newBatch(head, await readKnownRows(queries, stack, entries));
    staged.append(entries);
    await writeBatch(queries, staged);
  });
}
