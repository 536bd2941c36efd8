import type { PrunedHistory } from "../../engine/ports/store.ts";
import { entryText } from "./document-writer.ts";
import { partsOf } from "./entry-parts.ts";
import { endsAs, entriesMissingBefore, entryChanged, type JournalRow, newestMissing } from "./journal-chain.ts";
import { packed } from "./packed-text.ts";
import { RowDamage } from "./row-damage.ts";
import type { StackHead } from "./stack-head.ts";

/** How many rows the entries of a journal take. */
export function rowsOf(entries: PrunedHistory["checkpoint"]): number {
  return entries.reduce((rows, entry) => rows + [...partsOf(entry)].length, 0);
}

/**
 * The journal of a stack with a checkpoint in the place of its oldest rows. Those that stay keep their places and are
 * chained anew; each row is held against its own checksum first, and the end against the head: a new checksum heals no
 * damage. Rows are given one after another, oldest first. Its methods throw RowDamage.
 */
export class PrunedRows {
  readonly #head: StackHead;
  readonly #sumOf: (row: JournalRow) => number;
  #before: JournalRow | undefined;
  /** Checksum of the newest row so far, chained anew. */
  #sum = 0;
  readonly #places: number[] = [];

  /** `sumOf`: the checksum that a row of the journal should carry, which is the store's own. */
  constructor(head: StackHead, sumOf: (row: JournalRow) => number) {
    this.#head = head;
    this.#sumOf = sumOf;
  }

  /** Takes a row that goes. */
  drop(row: JournalRow): void {
    this.#look(row);
    this.#places.push(row.seq);
  }

  /**
   * The rows of the checkpoint, in the last places of those that went: what other stacks wrote since then stays later.
   * None where they would be more than those.
   */
  checkpoint(entries: PrunedHistory["checkpoint"]): readonly JournalRow[] {
    const last = this.#before;
    const parts = entries.flatMap((entry) => [...partsOf(entry)]);
    if (last === undefined || parts.length > this.#places.length) return [];
    const places = this.#places.slice(-parts.length);
    return parts.map((part, index) => {
      const entry = packed(entryText(part, JSON.stringify));
      return this.#chained({ ...last, seq: places[index] ?? last.seq, run: part.run, entry });
    });
  }

  /** A row that stays, as it is after the checkpoint. */
  keep(row: JournalRow): JournalRow {
    this.#look(row);
    return this.#chained(row);
  }

  /** The head when all rows were given. */
  head({ serial }: PrunedHistory): StackHead {
    const { brief } = this.#head;
    if (!endsAs(this.#head, this.#before)) throw this.#damage(newestMissing);
    return { ...this.#head, journalSum: this.#sum, brief: brief === null ? null : { ...brief, prunedTo: serial } };
  }

  #chained(row: JournalRow): JournalRow {
    const chained = { ...row, prior: this.#sum };
    this.#sum = this.#sumOf(chained);
    return { ...chained, sum: this.#sum };
  }

  #look(row: JournalRow): void {
    if (this.#sumOf(row) !== row.sum) throw this.#damage(entryChanged(row.seq));
    if (row.prior !== (this.#before?.sum ?? 0)) throw this.#damage(entriesMissingBefore(row.seq));
    this.#before = row;
  }

  #damage(what: string): RowDamage {
    return new RowDamage(`stack \`${this.#head.name}\`: ${what}`);
  }
}
