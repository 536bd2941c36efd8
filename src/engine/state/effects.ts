import type { JournalEntry, RecordEffect } from "./journal.ts";
import { recordKey } from "./records/record.ts";

/** What entries of a journal do to records, in their order. */
export function effectsIn(entries: readonly JournalEntry[]): readonly RecordEffect[] {
  return entries.flatMap((entry) => (entry.kind === "result" ? entry.effects : []));
}

/** Key of the record that an effect is about. */
export function effectKey(effect: RecordEffect): string {
  return recordKey(effect.kind === "put" ? effect.record : effect);
}
