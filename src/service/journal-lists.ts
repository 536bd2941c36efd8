import type { Store } from "../engine/ports/store.ts";
import { JoinedReads } from "./joined-reads.ts";
import { ListedJournal } from "./listed-journal.ts";
import { changesByRun } from "./run-changes.ts";

/** So many batches are held at once. */
const batchesAtOnce = 500;

/** Rows of all stacks together; those that were asked for longest ago are read anew when they are asked for again. */
const mostRows = 200_000;

interface Known {
  readonly lineage: string;
  readonly serial: number;
  readonly listed: ListedJournal;
}

/**
 * What lists tell of the journals of stacks. A journal only grows, so each is read once, in parts, and from there on; those who ask at once
 * are answered by one read. Throws what the store throws.
 */
export class JournalLists {
  readonly #known = new Map<string, Known>();
  readonly #reads = new JoinedReads<ListedJournal>();

  of(stack: string, store: Pick<Store, "readJournalAfter" | "readRun">): Promise<ListedJournal> {
    return this.#reads.of(stack, async () => {
      const before = this.#known.get(stack);
      // A read that fails may have noted a part.
      this.#known.delete(stack);
      const known = await readOn(stack, before, store);
      this.#known.set(stack, known);
      this.#forgetOldest();
      return known.listed;
    });
  }

  #forgetOldest(): void {
    let rows = [...this.#known.values()].reduce((sum, { listed }) => sum + listed.size, 0);
    for (const [stack, { listed }] of this.#known) {
      if (rows <= mostRows || this.#known.size === 1) return;
      this.#known.delete(stack);
      rows -= listed.size;
    }
  }
}

/** Takes what the journal has beyond what is known. */
async function readOn(
  stack: string,
  before: Known | undefined,
  store: Pick<Store, "readJournalAfter" | "readRun">,
): Promise<Known> {
  let known = before ?? null;
  for (;;) {
    const { lineage, serial, batches } = await store.readJournalAfter(stack, known?.serial ?? 0, batchesAtOnce);
    if (known !== null && (known.lineage !== lineage || known.serial > serial)) {
      // Another stack of that name, or one that was put back as it was earlier.
      known = null;
      continue;
    }
    const listed: ListedJournal = known?.listed ?? new ListedJournal();
    for (const { entries } of batches) for (const entry of entries) listed.note(entry);
    // A repair may have left out all batches of a part.
    const reached = batches.at(-1)?.serial ?? (known?.serial ?? 0) + batchesAtOnce;
    known = { lineage, serial: Math.min(serial, reached), listed };
    if (known.serial >= serial) break;
  }
  const { listed } = known;
  for (const run of listed.recount) listed.setChanges(run, changesByRun(await store.readRun(stack, run)).get(run) ?? 0);
  return known;
}
