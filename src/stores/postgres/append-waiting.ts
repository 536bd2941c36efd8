import type { Turns } from "../../../packages/base/turns.ts";
import { fenced, holdersAmong, type Notify, stagedAll, type Waiting } from "../rows/batch/waiting.ts";
import { inTurnsAwake } from "./connection/awake.ts";
import type { Connection } from "./connection/connection.ts";
import { isUnstorable } from "./connection/server-error.ts";
import type { Queries } from "./connection/session.ts";
import { lockHeadToWrite } from "./rows/head-rows.ts";
import { readKnownRows } from "./rows/known-rows.ts";
import { newBatch, writeBatch } from "./write-batch.ts";

/** Thrown when the database can't hold something of what several callers want to write. */
class Unstorable extends Error {}

/**
 * Appends what several callers want to one stack in one transaction, and tells each what came of its own. Never throws.
 */
export async function writeWaiting(
  connection: Connection,
  stack: string,
  batch: readonly Waiting[],
  turns?: Turns,
): Promise<void> {
  let tells: readonly Notify[];
  try {
    tells = await connection.writing((queries) => appendAll(queries, stack, batch, turns));
  } catch (cause) {
    if (cause instanceof Unstorable) {
      for (const each of batch) await writeWaiting(connection, stack, [each], turns);
    } else for (const each of batch) each.reject(cause);
    return;
  }
  for (const tell of tells) tell();
}

async function appendAll(
  queries: Queries,
  stack: string,
  batch: readonly Waiting[],
  turns: Turns | undefined,
): Promise<readonly Notify[]> {
  const head = await lockHeadToWrite(queries, stack);
  const holders = holdersAmong(head, batch);
  if (head === undefined || holders.length === 0) return batch.map(fenced);
  try {
    const awake = inTurnsAwake(queries, turns);
    const entries = holders.flatMap((each) => each.entries);
    const staged = newBatch(head, await readKnownRows(queries, stack, entries, awake));
    const tells = await awake(stagedAll(staged, batch, holders));
    if (staged.serial > head.serial) await writeBatch(queries, staged);
    return tells;
  } catch (cause) {
    if (batch.length > 1 && isUnstorable(cause)) throw new Unstorable();
    throw cause;
  }
}
