import type { Intent, JournalEntry } from "../journal.ts";

/**
 * Updates of ours that may have changed their object although their run was told that they failed, or never heard;
 * until the object is recorded again. Pure.
 */
export function ownChanges(journal: readonly JournalEntry[]): readonly Intent[] {
  const open = new Map<string, Intent>();
  const failed = new Map<string, readonly Intent[]>();
  for (const entry of journal) {
    if (entry.kind === "intent" && entry.operation === "update") open.set(`${entry.run}.${entry.seq}`, entry);
    if (entry.kind !== "result") continue;
    for (const effect of entry.effects) failed.delete(effect.kind === "put" ? effect.record.uid : effect.uid);
    const call = `${entry.run}.${entry.intentSeq}`;
    const intent = open.get(call);
    open.delete(call);
    if (intent !== undefined && entry.mayHaveChanged === true)
      failed.set(intent.uid, [...(failed.get(intent.uid) ?? []), intent]);
  }
  return [...failed.values()].flat();
}
