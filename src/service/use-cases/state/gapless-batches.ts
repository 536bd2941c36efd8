import type { JournalBatch, JournalReading } from "../../../engine/ports/store.ts";
import { isCheckpoint } from "../../../engine/state/prune/checkpoint.ts";

/**
 * Whether batches of a journal follow one another, the first right after the serial `after`. A repair of the store may
 * have left something out, or a checkpoint stand for much that was pruned: what came of that can't be told by the rest.
 */
export function isGapless(batches: readonly JournalBatch[], after: number): boolean {
  return batches.every(
    ({ serial, entries }, index) => serial === after + index + 1 && !entries.slice(0, 1).some(isCheckpoint),
  );
}

/** Whether a reading tells all that came after the serial, as far as it goes; if not, what is known is begun anew. */
export function followsOn({ serial, batches }: JournalReading, after: number): boolean {
  return isGapless(batches, after) && (batches.length > 0 || serial <= after);
}
