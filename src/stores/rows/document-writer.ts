import type { RecordEffect } from "../../engine/state/journal.ts";
import { type EntryPart, effectsOfPart } from "./entry-parts.ts";

/** Gives the text of a document, as rows hold it. */
export type DocumentWriter = (document: object) => string;

/** Documents that are remembered at most: those of one part of an entry. */
const mostKept = 2 * effectsOfPart;

/**
 * Writes documents out: one that goes into two rows, once. An intent stands in the journal and among the open ones, a
 * record in the journal and among the records. Those that were written a while ago are written anew.
 */
export function documentWriter(): DocumentWriter {
  const texts = new Map<object, string>();
  return (document) => {
    const known = texts.get(document);
    if (known !== undefined) return known;
    const text = JSON.stringify(document);
    if (texts.size >= mostKept) texts.clear();
    texts.set(document, text);
    return text;
  };
}

const [name, gap] = ['"record":', "0"];
const noEffects = '"effects":[]';

/** What JSON.stringify makes of an entry. A record that it puts is written out by itself, for the record's own row. */
export function entryText(entry: EntryPart, write: DocumentWriter): string {
  if (entry.kind !== "result" || !entry.effects.some(({ kind }) => kind === "put")) return write(entry);
  const frame = JSON.stringify({ ...entry, effects: [] });
  // Only texts and numbers come before it, and in a text its quotes would be escaped.
  const at = frame.indexOf(noEffects) + noEffects.length - 1;
  return frame.slice(0, at) + entry.effects.map((effect) => effectText(effect, write)).join(",") + frame.slice(at);
}

function effectText(effect: RecordEffect, write: DocumentWriter): string {
  if (effect.kind !== "put") return JSON.stringify(effect);
  const frame = JSON.stringify({ ...effect, record: Number(gap) });
  const at = frame.indexOf(name + gap) + name.length;
  return frame.slice(0, at) + write(effect.record) + frame.slice(at + gap.length);
}
