import type { Intent, JournalEntry } from "../journal.ts";
import { StoodSince } from "./stood-since.ts";

/** Key of an object in what `ownDeletions` gives. */
export function deletionKey({ uid, claimKey }: { readonly uid: string; readonly claimKey: string }): string {
  return `${uid} ${claimKey}`;
}

/**
 * Objects that a deletion of ours may have taken away although no result says so: it has no end, or a read after its
 * run broke off did not show the object, or may have lagged behind. That they are not there is no news, until a run
 * has seen them stand after that. Pure.
 */
export function ownDeletions(journal: readonly JournalEntry[]): ReadonlySet<string> {
  const open = new Map<string, Intent>();
  const deleted = new Set<string>();
  const stood = new StoodSince();
  for (const entry of journal) {
    if (entry.kind === "intent" && entry.operation === "delete") open.set(`${entry.run}.${entry.seq}`, entry);
    for (const key of stood.seenBy(entry)) deleted.delete(key);
    if (entry.kind !== "result") continue;
    const call = `${entry.run}.${entry.intentSeq}`;
    const intent = open.get(call);
    open.delete(call);
    if (intent !== undefined && entry.mayHaveDeleted === true) {
      deleted.add(deletionKey(intent));
      stood.doubt(deletionKey(intent), intent.at);
    }
    for (const effect of entry.effects)
      if (effect.kind === "put") deleted.delete(deletionKey({ uid: effect.record.uid, claimKey: effect.claimKey }));
  }
  for (const intent of open.values()) deleted.add(deletionKey(intent));
  return deleted;
}
