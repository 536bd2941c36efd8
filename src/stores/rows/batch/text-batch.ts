import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { rowSum } from "../checksum.ts";
import { type DocumentWriter, documentWriter, entryText } from "../document-writer.ts";
import type { EntryPart } from "../entry-parts.ts";
import type { JournalRow } from "../journal-chain.ts";
import { packed } from "../packed-text.ts";
import { RowDamage } from "../row-damage.ts";
import type { StackHead } from "../stack-head.ts";
import { readRecord } from "../stored-documents.ts";
import type { ClaimRow, Documents, KnownRows } from "./known-rows.ts";
import type { JournalRows, RowForm } from "./row-form.ts";
import { StagedBatch } from "./staged-batch.ts";

/** Documents as JSON. */
export type Texts = Readonly<Record<keyof Documents, string>>;

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

  /** `head` has a brief. */
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

function textForm(stack: string, journal: JournalRows, write: DocumentWriter): RowForm<Texts> {
  return {
    record: (key, record) => {
      const body = write(record);
      return { body, sum: rowSum("record", stack, key, body) };
    },
    intent: (key, intent) => {
      const body = write(intent);
      return { body, handle: null, sum: rowSum("intent", stack, key, body, null) };
    },
    withHandle: (key, { body, handle, sum }, url) => {
      if (rowSum("intent", stack, key, body, handle) !== sum)
        throw new RowDamage(`the intent ${key} of stack \`${stack}\` disagrees with its checksum`);
      return { body, handle: url, sum: rowSum("intent", stack, key, body, url) };
    },
    outputs: (outputs) => {
      const body = JSON.stringify(outputs);
      return { body, sum: rowSum("outputs", stack, body) };
    },
    context: (context) => {
      const body = JSON.stringify(context);
      return { body, sum: rowSum("context", stack, body) };
    },
    claim: (claim) => ({ ...claim, sum: claimSum(claim) }),
    claimIn: demandedClaim,
    journal,
  };
}

/** The claim in a row; undefined where it disagrees with its checksum. */
export function wholeClaim({ sum, ...claim }: ClaimRow): Claim | undefined {
  return claimSum(claim) === sum ? claim : undefined;
}

/** The same, or RowDamage. */
export function demandedClaim(row: ClaimRow): Claim {
  const claim = wholeClaim(row);
  if (claim === undefined) throw new RowDamage(`the claim ${row.claimKey} disagrees with its checksum`);
  return claim;
}

function claimSum({ claimKey, stack, uid, address }: Claim): number {
  return rowSum("claim", claimKey, stack, uid, address);
}

/** The record in a row; undefined where it disagrees with its checksum or can't be read. */
export function readWhole(stack: string, key: string, body: string, sum: number): ResourceRecord | undefined {
  return rowSum("record", stack, key, body) === sum ? readRecord(body) : undefined;
}
