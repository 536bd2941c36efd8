import type { JournalEntry } from "../../engine/state/journal.ts";

/** Gives the text of a document, as rows hold it. */
export type DocumentWriter = (document: object) => string;

/**
 * Writes documents out: one that goes into two rows, once. An intent stands in the journal and among the open ones, a record
 * in the journal and among the records.
 */
export function documentWriter(): DocumentWriter {
  let last: object | undefined;
  let text = "";
  return (document) => {
    if (document !== last) text = JSON.stringify(document);
    last = document;
    return text;
  };
}

const [name, gap] = ['"record":', "0"];

/** What JSON.stringify makes of an entry. A record that it puts is written out by itself, for the record's own row. */
export function entryText(entry: JournalEntry, write: DocumentWriter): string {
  const effect = entry.kind === "result" && entry.effects.length === 1 ? entry.effects[0] : undefined;
  if (entry.kind !== "result" || effect?.kind !== "put") return write(entry);
  const frame = JSON.stringify({ ...entry, effects: [{ ...effect, record: Number(gap) }] });
  // Only texts and numbers come before it, and in a text its quotes would be escaped.
  const at = frame.indexOf(name + gap) + name.length;
  return frame.slice(0, at) + write(effect.record) + frame.slice(at + gap.length);
}
