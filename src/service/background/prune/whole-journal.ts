import type { JournalBatch, Store } from "../../../engine/ports/store.ts";

const batchesAtOnce = 500;

/** All batches of a journal. */
export async function wholeJournal(
  stack: string,
  store: Pick<Store, "readJournalAfter">,
): Promise<readonly JournalBatch[]> {
  const all: JournalBatch[] = [];
  for (let after = 0; ; ) {
    const { batches, serial } = await store.readJournalAfter(stack, after, batchesAtOnce);
    all.push(...batches);
    after = batches.at(-1)?.serial ?? serial;
    if (after >= serial) return all;
  }
}
