import { inOneTurn } from "../../../../packages/base/turns.ts";
import type { StackBrief } from "../../../engine/ports/store.ts";
import type { Restored } from "../../../engine/state/stack-state.ts";
import type { Cell } from "../checksum.ts";
import { registerSum } from "../document-rows.ts";
import { chainDamageInParts, endsAs, type JournalRow, newestMissing } from "../journal-chain.ts";
import { newStackHead, type StackHead } from "../stack-head.ts";
import { demanded, readBrief } from "../stored-documents.ts";
import type { BackupRow } from "./backup-rows.ts";

/** With what a store goes on that was restored. */
export interface Restoring {
  /** Epochs, serials and revisions are greater than this and than those of the backup. */
  readonly above: number;
  readonly restored: Omit<Restored, "latestRun">;
}

/** A number above all that any holder or plan of before may know. */
function raised(value: number, { above }: Restoring): number {
  return Math.max(value, above) + 1;
}

/**
 * The head of a stack as it is restored: it has no holder, and no holder or plan of before fits it. Its journal is yet
 * to be linked. A stack that was never written to stays so.
 */
function restoredHead({ cells }: BackupRow, records: number, restoring: Restoring): StackHead {
  const [name, lineage, serial, epoch, stateSum, claimSum, brief] = cells;
  const known: StackBrief =
    brief === null ? { records } : demanded(readBrief(String(brief)), `what is kept of \`${String(name)}\``);
  const isWritten = Number(serial) > 0;
  return {
    ...newStackHead(String(name)),
    lineage: String(lineage),
    serial: isWritten ? raised(Number(serial), restoring) : 0,
    epoch: raised(Number(epoch), restoring),
    stateSum: Number(stateSum),
    claimSum: Number(claimSum),
    brief: isWritten
      ? { ...known, restored: { ...restoring.restored, latestRun: known.latestRun?.run ?? null } }
      : known,
  };
}

/** The revision of the document store as it is restored, the tally of its heads, and the checksum of both. */
export function restoredRevision({ cells }: BackupRow, restoring: Restoring): readonly Cell[] {
  const register = { revision: raised(Number(cells[0]), restoring), tally: Number(cells[1]) };
  return [register.revision, register.tally, registerSum(register)];
}

/** The heads of stacks, and their journals, which are linked anew: the rows have other numbers in each store. */
export class RestoredStacks {
  readonly #restoring: Restoring;
  readonly #sumOf: (row: Omit<JournalRow, "sum">) => number;
  readonly #place: (before: number) => number;
  readonly #rows = new Map<string, BackupRow>();
  readonly #records = new Map<string, number>();
  readonly #ends = new Map<string, Pick<JournalRow, "seq" | "sum">>();

  /** `place`: the number of a row of a journal, by that of the one before it in its stack. */
  constructor(
    restoring: Restoring,
    sumOf: (row: Omit<JournalRow, "sum">) => number,
    place: (before: number) => number,
  ) {
    this.#restoring = restoring;
    this.#sumOf = sumOf;
    this.#place = place;
  }

  /** Notes a row of a stack, or of a record. */
  note(row: BackupRow): void {
    const name = String(row.cells[0]);
    if (row.table === "stack") this.#rows.set(name, row);
    if (row.table === "record") this.#records.set(name, (this.#records.get(name) ?? 0) + 1);
  }

  /** The row of a journal in its new place. */
  entry({ cells }: BackupRow): JournalRow {
    const [stack, epoch, serial, run, entry] = cells;
    const before = this.#ends.get(String(stack)) ?? { seq: 0, sum: 0 };
    const row = {
      seq: this.#place(before.seq),
      stack: String(stack),
      epoch: Number(epoch),
      serial: Number(serial),
      run: String(run),
      prior: before.sum,
      entry: entry as Uint8Array,
    };
    const linked = { ...row, sum: this.#sumOf(row) };
    this.#ends.set(row.stack, linked);
    return linked;
  }

  /** The heads, once all rows were noted. */
  heads(): readonly StackHead[] {
    return [...this.#rows].map(([name, row]) => {
      const { seq, sum } = this.#ends.get(name) ?? { seq: 0, sum: 0 };
      const head = restoredHead(row, this.#records.get(name) ?? 0, this.#restoring);
      return { ...head, journalSeq: seq, journalSum: sum };
    });
  }
}

/** Proves the journals of a store while they are read, each by its chain and its end. */
export class JournalChains {
  readonly #ends = new Map<string, Pick<JournalRow, "seq" | "sum">>();
  readonly #sumOf: (row: JournalRow) => number;

  constructor(sumOf: (row: JournalRow) => number) {
    this.#sumOf = sumOf;
  }

  /** What is wrong with a row that follows those that were taken; null where nothing is. */
  take(row: JournalRow): string | null {
    const prior = this.#ends.get(row.stack)?.sum ?? 0;
    this.#ends.set(row.stack, row);
    const [damage] = inOneTurn(chainDamageInParts([row], this.#sumOf, prior));
    return damage === undefined ? null : `stack \`${row.stack}\`: ${damage}`;
  }

  /** The same of a stack whose rows were all taken. */
  endDamage(head: StackHead): string | null {
    return endsAs(head, this.#ends.get(head.name)) ? null : `stack \`${head.name}\`: ${newestMissing}`;
  }
}
