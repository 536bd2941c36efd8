import type { JournalBatch, Store } from "../../../engine/ports/store.ts";

const batchesAtOnce = 500;

/** All batches of a journal; a page that a repair has left out is passed over. */
export async function wholeJournal(
  stack: string,
  store: Pick<Store, "readJournalAfter">,
): Promise<readonly JournalBatch[]> {
  const all: JournalBatch[] = [];
  for (let after = 0; ; ) {
    const { batches, serial, prunedTo = 0 } = await store.readJournalAfter(stack, after, batchesAtOnce);
    all.push(...batches);
    after = batches.at(-1)?.serial ?? Math.max(after, prunedTo) + batchesAtOnce;
    if (after >= serial) return all;
  }
}
