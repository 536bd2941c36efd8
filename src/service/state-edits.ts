import type { StateEditRow } from "../doors/api/documents.ts";
import type { JournalEntry, StepResult } from "../engine/state/journal.ts";
import type { Deployment } from "./deployment.ts";
import { refreshed } from "./drift.ts";
import type { Page, PageRequest } from "./page.ts";

/**
 * The edits of a stack's state, the newest first: what has changed its records and carried out no plan, be it a rename, a forgetting,
 * an import of the state or a repair. Each can be undone by its id. A refresh is none: it only notes what was seen. Cursors
 * count from the oldest.
 */
export async function listEdits(
  stack: string,
  { after, limit }: PageRequest,
  deployment: Deployment,
): Promise<Page<StateEditRow>> {
  const edits = editsIn(await deployment.store.readJournal(stack));
  const left = after === null ? edits : edits.slice(0, Math.max(0, Number(after)));
  return { items: left.slice(-limit).reverse(), next: left.length > limit ? String(left.length - limit) : null };
}

function editsIn(journal: readonly JournalEntry[]): readonly StateEditRow[] {
  const runs = new Set<string>();
  const edits: StateEditRow[] = [];
  let last: string | null = null;
  for (const entry of journal) {
    if (entry.kind === "run-started") {
      runs.add(entry.run);
      last = entry.run;
    }
    if (entry.kind !== "result" || runs.has(entry.run) || !isEdit(entry)) continue;
    const { run: edit, detail, at = null } = entry;
    edits.push({ edit, detail, at, changes: recordsIn(entry), afterRun: last });
  }
  return edits;
}

function isEdit({ step, intentSeq, detail, effects }: StepResult): boolean {
  return step === "" && intentSeq === null && detail !== refreshed && effects.length > 0;
}

/** How many resources an entry has changed the records of. */
function recordsIn({ effects }: StepResult): number {
  return new Set(effects.map((effect) => (effect.kind === "put" ? effect.record.uid : effect.uid))).size;
}
