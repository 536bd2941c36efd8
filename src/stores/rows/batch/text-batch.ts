import { type DocumentWriter, documentWriter, entryText } from "../document-writer.ts";
import type { EntryPart } from "../entry-parts.ts";
import type { JournalRow } from "../journal-chain.ts";
import { packed } from "../packed-text.ts";
import type { StackHead } from "../stack-head.ts";
import type { KnownRows } from "./known-rows.ts";
import type { JournalRows } from "./row-form.ts";
import { StagedBatch } from "./staged-batch.ts";
import { type Texts, textForm } from "./text-rows.ts";

/** What differs between the journals of databases. */
export interface JournalPlaces {
  /** The place behind which new rows go: the newest row's, of all rows that are counted together. */
  readonly last: number;
  /** The checksum that a row of the journal should carry. */
  readonly sumOf: (row: Omit<JournalRow, "sum">) => number;
}

/**
 * A batch whose rows are text with checksums, which the head of the stack has tallies of. `H`: the head as the store
 * keeps it.
 */
export class TextBatch<H extends StackHead> extends StagedBatch<Texts> {
  readonly #before: H;
  readonly #journal: ChainedRows;

  /** `head` has a brief, or the one of the batch is not read: a head that is rebuilt has none yet. */
  constructor(head: H, known: KnownRows<Texts>, places: JournalPlaces) {
    const write = documentWriter();
    const journal = new ChainedRows(head, places, write);
    super({ ...head, brief: head.brief ?? { records: 0 } }, known, textForm(head.name, journal, write));
    this.#before = head;
    this.#journal = journal;
  }

  /** The rows that come to the journal. */
  get journal(): readonly JournalRow[] {
    return this.#journal.rows;
  }

  /** The head of the stack with all that was added. */
  head(): H {
    const head = this.#before;
    const last = this.journal.at(-1);
    return {
      ...head,
      serial: this.serial,
      stateSum: this.context.tally(this.outputs.tally(this.intents.tally(this.records.tally(head.stateSum)))),
      claimSum: this.claims.tally(head.claimSum),
      journalSeq: last?.seq ?? head.journalSeq,
      journalSum: last?.sum ?? head.journalSum,
      brief: this.brief,
    };
  }
}

/** The rows that come to a journal, chained to the one that the head knows. */
class ChainedRows implements JournalRows {
  readonly rows: JournalRow[] = [];
  readonly #head: StackHead;
  readonly #places: JournalPlaces;
  readonly #write: DocumentWriter;
  /** Rows that stay. */
  #kept = 0;

  constructor(head: StackHead, places: JournalPlaces, write: DocumentWriter) {
    this.#head = head;
    this.#places = places;
    this.#write = write;
  }

  add(part: EntryPart, serial: number): void {
    const { name, epoch, journalSum } = this.#head;
    const last = this.rows.at(-1) ?? { seq: this.#places.last, sum: journalSum };
    const row = {
      stack: name,
      seq: last.seq + 1,
      epoch,
      serial,
      run: part.run,
      prior: last.sum,
      entry: packed(entryText(part, this.#write)),
    };
    this.rows.push({ ...row, sum: this.#places.sumOf(row) });
  }

  keep(): void {
    this.#kept = this.rows.length;
  }

  takeBack(): void {
    this.rows.length = this.#kept;
  }
}
