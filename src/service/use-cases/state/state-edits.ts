import type { StateEditRow } from "../../../contract/documents/state.ts";
import type { Deployment } from "../deployment.ts";
import type { Page, PageRequest } from "../lists/page.ts";
import { JournalLists } from "./journal-lists.ts";

/**
 * The edits of a stack's state, the newest first: what has changed its records and carried out no plan, be it a rename,
 * a forgetting, an import of objects or of the state, a refresh that recorded something, or a repair. Each can be
 * undone by its id. Cursors count from the oldest.
 */
export async function listEdits(
  stack: string,
  { after, limit }: PageRequest,
  deployment: Deployment,
): Promise<Page<StateEditRow>> {
  const { store, journalLists = new JournalLists() } = deployment;
  const { edits } = await journalLists.of(stack, store);
  const left = after === null ? edits : edits.slice(0, Math.max(0, Number(after)));
  return { items: left.slice(-limit).reverse(), next: left.length > limit ? String(left.length - limit) : null };
}
