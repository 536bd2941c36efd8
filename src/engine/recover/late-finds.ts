import { effectsIn } from "../state/effects.ts";
import { byAge, type Intent, type JournalEntry, type RecordEffect } from "../state/journal.ts";
import { type ResourceRecord, recordKey } from "../state/records/record.ts";
import type { OpenIntent, StackState } from "../state/stack-state.ts";

/**
 * Entries of a recovery, in which no object takes the address of another resource's record: one that was found late is
 * superseded and waits for its deletion, as what a replacement has left does. It is recorded and its claim stays, so
 * that nothing is lost; the next plan shows that it goes, unless it is protected or retained. Of several resources that
 * are found under one free address at once, the one that was begun last has it.
 */
export function givingWay(
  entries: readonly JournalEntry[],
  { records }: Pick<StackState, "records">,
  open: readonly OpenIntent[],
): readonly JournalEntry[] {
  const intents = new Map(open.map(({ intent }) => [`${intent.run}.${intent.seq}`, intent]));
  const going = new Set(effectsIn(entries).flatMap((effect) => (effect.kind === "remove" ? [recordKey(effect)] : [])));
  const heirs = new Map<string, { readonly uid: string; readonly intent: Intent | undefined }>();
  for (const entry of entries) {
    const intent = entry.kind === "result" ? intents.get(`${entry.run}.${entry.intentSeq}`) : undefined;
    for (const record of currentIn(entry)) {
      const heir = heirs.get(record.address);
      const isLater = heir?.intent === undefined || (intent !== undefined && byAge(heir.intent, intent) < 0);
      if (isLater) heirs.set(record.address, { uid: record.uid, intent });
    }
  }
  const holderAt = (address: string): string | undefined => {
    const holder = records.get(address);
    return holder === undefined || going.has(recordKey(holder)) ? heirs.get(address)?.uid : holder.uid;
  };
  const yielding = (effect: RecordEffect): RecordEffect => {
    if (effect.kind !== "put" || effect.record.status !== "current") return effect;
    if (holderAt(effect.record.address) === effect.record.uid) return effect;
    return { ...effect, record: { ...effect.record, status: "superseded" } };
  };
  return entries.map((entry) => (entry.kind === "result" ? { ...entry, effects: entry.effects.map(yielding) } : entry));
}

function currentIn(entry: JournalEntry): readonly ResourceRecord[] {
  return effectsIn([entry]).flatMap((effect) =>
    effect.kind === "put" && effect.record.status === "current" ? [effect.record] : [],
  );
}
