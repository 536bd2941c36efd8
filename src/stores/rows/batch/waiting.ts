import type { InParts } from "../../../../packages/base/turns.ts";
import type { AppendOutcome } from "../../../engine/ports/store.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { RowDamage } from "../row-damage.ts";
import { isHeldUnder, type StackHead } from "../stack-head.ts";
import type { Bodies } from "./known-rows.ts";
import type { StagedBatch } from "./staged-batch.ts";

/** A caller whose entries are to be appended. */
export interface Waiting {
  readonly epoch: number;
  readonly entries: readonly JournalEntry[];
  resolve(outcome: AppendOutcome): void;
  reject(cause: unknown): void;
}

/** How to tell a caller what became of its entries, once that is durable. */
export type Notify = () => void;

/** Those who hold the stack; the others are fenced, and nothing of theirs is written. */
export function holdersAmong(head: StackHead | undefined, waiting: readonly Waiting[]): readonly Waiting[] {
  return head === undefined ? [] : waiting.filter(({ epoch }) => isHeldUnder(head, epoch));
}

/** Adds to a batch what those want who hold the stack; tells each what became of its own. Throws RowDamage. */
export function* stagedAll<B extends Bodies>(
  batch: StagedBatch<B>,
  waiting: readonly Waiting[],
  holders: readonly Waiting[],
): InParts<readonly Notify[]> {
  const held = new Set(holders);
  const tells: Notify[] = [];
  for (const each of waiting) tells.push(held.has(each) ? yield* staged(batch, each) : fenced(each));
  return tells;
}

export function fenced({ resolve }: Waiting): Notify {
  return () => resolve({ kind: "fenced" });
}

/** Entries that can't be written are their own caller's only; a row that is damaged is everybody's. */
function* staged<B extends Bodies>(batch: StagedBatch<B>, { entries, resolve, reject }: Waiting): InParts<Notify> {
  try {
    const outcome = yield* batch.appendInParts(entries);
    return typeof outcome === "number"
      ? () => resolve({ kind: "done", serial: outcome })
      : () => resolve({ kind: "claimed", claim: outcome });
  } catch (cause) {
    if (cause instanceof RowDamage) throw cause;
    return () => reject(cause);
  }
}
