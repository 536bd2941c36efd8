import type { Intent, JournalEntry } from "../journal.ts";
import { DoubtfulDeletions, deletionKey } from "./doubtful-deletions.ts";

/**
 * Objects that a deletion of ours may have taken away although no result says so: it has no end, or a read after its
 * run broke off did not show the object, or may have lagged behind. That they are not there is no news, until a run
 * has seen them stand after that. Pure. Gives keys of `deletionKey`.
 */
export function ownDeletions(journal: readonly JournalEntry[]): ReadonlySet<string> {
  const open = new Map<string, Intent>();
  const doubtful = new DoubtfulDeletions();
  for (const entry of journal) {
    if (entry.kind === "intent" && entry.operation === "delete") open.set(`${entry.run}.${entry.seq}`, entry);
    const call = entry.kind === "result" ? `${entry.run}.${entry.intentSeq}` : "";
    doubtful.take(entry, open.get(call));
    open.delete(call);
  }
  return new Set([...doubtful.calls.keys(), ...open.values().map(deletionKey)]);
}
