import type { InParts, Turns } from "../../../packages/base/turns.ts";
import type { AppendOutcome } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";
import { inTurnsAwake } from "./connection/awake.ts";
import type { Connection } from "./connection/connection.ts";
import { isUnstorable } from "./connection/server-error.ts";
import type { Queries } from "./connection/session.ts";
import { lockHeadToWrite } from "./rows/head-rows.ts";
import { readKnownRows } from "./rows/known-rows.ts";
import { StagedBatch } from "./rows/staged-batch.ts";
import { writeBatch } from "./write-batch.ts";

/** A caller whose entries are to be appended. */
export interface Waiting {
  readonly epoch: number;
  readonly entries: readonly JournalEntry[];
  resolve(outcome: AppendOutcome): void;
  reject(cause: unknown): void;
}

/** How to tell a caller what became of its entries, once that is durable. */
type Tell = () => void;

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
  let tells: readonly Tell[];
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
): Promise<readonly Tell[]> {
  const head = await lockHeadToWrite(queries, stack);
  const holds = ({ epoch }: Waiting) => head !== undefined && head.holder !== null && head.epoch === epoch;
  const writers = batch.filter(holds);
  if (head === undefined || writers.length === 0) return batch.map((each) => () => each.resolve({ kind: "fenced" }));
  try {
    const awake = inTurnsAwake(queries, turns);
    const entries = writers.flatMap((each) => each.entries);
    const staged = new StagedBatch(head, await readKnownRows(queries, stack, entries, awake));
    const tells: Tell[] = [];
    for (const each of batch) {
      tells.push(holds(each) ? await awake(stage(staged, each)) : () => each.resolve({ kind: "fenced" }));
    }
    if (staged.head().serial > head.serial) await writeBatch(queries, staged);
    return tells;
  } catch (cause) {
    if (batch.length > 1 && isUnstorable(cause)) throw new Unstorable();
    throw cause;
  }
}

function* stage(staged: StagedBatch, { entries, resolve, reject }: Waiting): InParts<Tell> {
  try {
    const outcome = yield* staged.appendInParts(entries);
    return typeof outcome === "number"
      ? () => resolve({ kind: "done", serial: outcome })
      : () => resolve({ kind: "claimed", claim: outcome });
  } catch (cause) {
    // Entries that can't be written are their own caller's only.
    return () => reject(cause);
  }
}
