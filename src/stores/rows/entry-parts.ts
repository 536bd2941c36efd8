import { weightOf } from "../../../packages/base/json/content-bounds.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import type { JournalEntry, RecordEffect, StepResult } from "../../engine/state/journal.ts";

/**
 * An entry of a journal as one row holds it: whole, or, where a result has many effects, a part of them. The parts of
 * an entry stand one after another and are written by one transaction. Each is an entry by itself with all that the
 * whole one says of itself, so that projecting the parts in their order is projecting the whole; all but the first one
 * say that they are continued (decision 0060).
 */
export type EntryPart = JournalEntry & { readonly continued?: true };

/** Effects of one part: a row that is written and read in a few milliseconds. */
export const effectsOfPart = 100;
/** Values in the effects of one part; a part with a single effect may have more. */
export const valuesOfPart = 20_000;

/** The parts in which rows hold an entry; most entries are one. */
export function* partsOf(entry: EntryPart): Generator<EntryPart, void, void> {
  if (entry.kind !== "result" || entry.effects.length <= 1) {
    yield entry;
    return;
  }
  const { effects } = entry;
  for (let from = 0; from < effects.length; ) {
    const end = endOfPart(effects, from);
    const part = from === 0 && end === effects.length ? entry : { ...entry, effects: effects.slice(from, end) };
    yield from === 0 ? part : { ...part, continued: true };
    from = end;
  }
}

/** Behind the last effect that still belongs to the part which begins there. */
function endOfPart(effects: readonly RecordEffect[], from: number): number {
  let values = 0;
  for (let at = from; at < effects.length; at += 1) {
    const effect = effects[at];
    if (effect !== undefined) values += weightOf(jsonOf(effect), valuesOfPart);
    if (at > from && (at - from >= effectsOfPart || values > valuesOfPart)) return at;
  }
  return effects.length;
}

/** Puts the parts that rows hold together into entries again, given one after another. */
export class JoinedEntries {
  readonly #entries: JournalEntry[] = [];
  /** The last entry, with the effects that it has so far, once it has more than one part. */
  #open: { readonly entry: StepResult; readonly effects: RecordEffect[] } | undefined;

  /** Takes the next part. One whose beginning is lost is an entry of its own. */
  take(part: EntryPart): void {
    const last = this.#open?.entry ?? this.#entries.at(-1);
    if (last !== undefined && part.kind === "result" && goesOn(part, last)) {
      this.#open ??= this.#opened(last);
      for (const effect of part.effects) this.#open.effects.push(effect);
      return;
    }
    this.#open = undefined;
    this.#entries.push(part);
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  #opened(first: StepResult) {
    const effects = [...first.effects];
    const entry = { ...first, effects };
    this.#entries[this.#entries.length - 1] = entry;
    return { entry, effects };
  }
}

function goesOn(part: StepResult & { readonly continued?: true }, last: JournalEntry): last is StepResult {
  return part.continued === true && last.kind === "result" && last.run === part.run && last.step === part.step;
}
