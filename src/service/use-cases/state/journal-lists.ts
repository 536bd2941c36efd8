import type { Store } from "../../../engine/ports/store.ts";
import { changesByRun } from "../runs/run-changes.ts";
import { KnownStacks } from "../stacks/known-stacks.ts";
import { followsOn } from "./gapless-batches.ts";
import { ListedJournal } from "./listed-journal.ts";

/** So many batches are held at once. */
const batchesAtOnce = 500;

interface Known {
  readonly lineage: string;
  readonly serial: number;
  readonly prunedTo: number;
  readonly listed: ListedJournal;
}

/**
 * What lists tell of the journals of stacks. A journal only grows until it is pruned, so each is read once, in parts,
 * and from there on; those who ask at once are answered by one read. Throws what the store throws.
 */
export class JournalLists {
  readonly #known = new KnownStacks<Known>(({ listed }) => listed.size);

  async of(stack: string, store: Pick<Store, "readJournalAfter" | "readRun">): Promise<ListedJournal> {
    return (await this.#known.of(stack, (before) => readOn(stack, before, store))).listed;
  }
}

/** Takes what the journal has beyond what is known. */
async function readOn(
  stack: string,
  before: Known | undefined,
  store: Pick<Store, "readJournalAfter" | "readRun">,
): Promise<Known> {
  let known = before ?? null;
  for (let isFirst = true; ; isFirst = false) {
    const reading = await store.readJournalAfter(stack, known?.serial ?? 0, batchesAtOnce);
    const { lineage, serial, batches, prunedTo = 0 } = reading;
    const isOther =
      known !== null && (known.lineage !== lineage || known.serial > serial || known.prunedTo !== prunedTo);
    if (isOther || (isFirst && known !== null && !followsOn(reading, known.serial))) {
      // Another stack of that name, one that was put back as it was earlier, or one that was pruned since.
      known = null;
      continue;
    }
    const listed: ListedJournal = known?.listed ?? new ListedJournal();
    for (const { entries, serial: at } of batches) for (const entry of entries) listed.note(entry, at);
    known = { lineage, prunedTo, serial: batches.at(-1)?.serial ?? serial, listed };
    if (known.serial >= serial) break;
  }
  const { listed } = known;
  for (const run of listed.recount) listed.setChanges(run, changesByRun(await store.readRun(stack, run)).get(run) ?? 0);
  return known;
}
