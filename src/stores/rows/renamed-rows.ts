import { type Cell, rowSum, tallied } from "./checksum.ts";
import { endsAs, entriesMissingBefore, entryChanged, type JournalRow, newestMissing } from "./journal-chain.ts";
import { RowDamage } from "./row-damage.ts";
import type { StackHead } from "./stack-head.ts";

/** What a row of a stack says, but those of its journal; `table` tells which one it is of. */
export type StackRow =
  | { readonly table: "record"; readonly key: string; readonly body: string }
  | { readonly table: "intent"; readonly key: string; readonly body: string; readonly handle: string | null }
  | { readonly table: "outputs" | "context"; readonly body: string }
  | { readonly table: "claim"; readonly claimKey: string; readonly uid: string; readonly address: string }
  | { readonly table: "run"; readonly run: string; readonly first: number; readonly last: number }
  | {
      readonly table: "plan";
      readonly digest: string;
      readonly kind: string;
      readonly createdAt: string;
      /** Packed. */
      readonly document: Uint8Array;
    };

/** Rows that one tally is over. */
type Group = "state" | "claim" | "run" | "plan";

const nothing = { before: 0, after: 0 };

/**
 * The rows of a stack under another name. Every checksum holds the stack's name, so that each has to be computed anew;
 * and each row is held against the one it has first, the tallies and the end of the journal in the end: a new checksum
 * heals no damage. Its methods throw RowDamage.
 */
export class RenamedRows {
  readonly #head: StackHead;
  readonly #to: string;
  readonly #sumOf: (row: JournalRow) => number;
  /** The tallies of the rows under the old name, and under the new one. */
  readonly #tallies = new Map<Group, { readonly before: number; readonly after: number }>();
  /** The newest row of the journal so far, under the old name and under the new one. */
  #ends: { readonly before: JournalRow; readonly after: JournalRow } | undefined;

  /** `sumOf`: the checksum that a row of the journal should carry, which is the store's own. */
  constructor(head: StackHead, to: string, sumOf: (row: JournalRow) => number) {
    this.#head = head;
    this.#to = to;
    this.#sumOf = sumOf;
  }

  /** The checksum of a row under the new name; `sum` is the one it has. */
  sum(row: StackRow, sum: unknown): number {
    const before = rowSum(row.table, ...cellsOf(this.#head.name, row));
    if (before !== sum) throw this.#damage(`${nameOf(row)} disagrees with its checksum`);
    const after = rowSum(row.table, ...cellsOf(this.#to, row));
    const group = groupOf(row);
    const tally = this.#tallies.get(group) ?? nothing;
    this.#tallies.set(group, { before: tallied(tally.before, before, 0), after: tallied(tally.after, after, 0) });
    return after;
  }

  /** A row of the journal under the new name; they are given one after another, oldest first. */
  entry(row: JournalRow): JournalRow {
    if (this.#sumOf(row) !== row.sum) throw this.#damage(entryChanged(row.seq));
    if (row.prior !== (this.#ends?.before.sum ?? 0)) throw this.#damage(entriesMissingBefore(row.seq));
    const moved = { ...row, stack: this.#to, prior: this.#ends?.after.sum ?? 0 };
    const after = { ...moved, sum: this.#sumOf(moved) };
    this.#ends = { before: row, after };
    return after;
  }

  /**
   * The tally of the rows of a group under the new name, when all of them were there; `before` is the one under the old
   * name.
   */
  tally(group: Group, before: number): number {
    const found = this.#tallies.get(group) ?? nothing;
    if (found.before !== before) throw this.#damage(`${nouns[group]} are missing, old or too many`);
    return found.after;
  }

  /**
   * The head under the new name, when all rows of state, claims and journal were given. `former`: a head that is there
   * and was never written to. Its epochs are behind the lease's afterwards, so that no former holder of that name
   * writes into this stack.
   */
  head(former: StackHead | undefined): StackHead {
    const head = this.#head;
    if (!endsAs(head, this.#ends?.before)) throw this.#damage(newestMissing);
    const epoch = Math.max(head.epoch, former === undefined ? 0 : firstEpochAfter(former));
    return {
      ...head,
      name: this.#to,
      epoch,
      cancelEpoch: head.cancelEpoch === head.epoch ? epoch : head.cancelEpoch,
      stateSum: this.tally("state", head.stateSum),
      claimSum: this.tally("claim", head.claimSum),
      journalSum: this.#ends?.after.sum ?? 0,
    };
  }

  #damage(what: string): RowDamage {
    return new RowDamage(`stack \`${this.#head.name}\`: ${what}`);
  }
}

/**
 * The first epoch that was never held at a name. What was left behind there has one that was never given to anybody.
 */
export function firstEpochAfter({ lineage, epoch }: Pick<StackHead, "lineage" | "epoch">): number {
  return lineage === "" ? epoch : epoch + 1;
}

const nouns: Readonly<Record<Group, string>> = {
  state: "records, intents or outputs",
  claim: "claims",
  run: "places of runs",
  plan: "saved plans",
};

function groupOf({ table }: StackRow): Group {
  return table === "claim" || table === "run" || table === "plan" ? table : "state";
}

function nameOf(row: StackRow): string {
  switch (row.table) {
    case "record":
    case "intent":
      return `the ${row.table} ${row.key}`;
    case "claim":
      return `the claim ${row.claimKey}`;
    case "run":
      return `the place of run ${row.run}`;
    case "plan":
      return `the plan ${row.digest}`;
    default:
      return `the row of the ${row.table}`;
  }
}

/** The cells that the checksum of a row is over, in their order. */
function cellsOf(stack: string, row: StackRow): readonly Cell[] {
  switch (row.table) {
    case "record":
      return [stack, row.key, row.body];
    case "intent":
      return [stack, row.key, row.body, row.handle];
    case "claim":
      return [row.claimKey, stack, row.uid, row.address];
    case "run":
      return [stack, row.run, row.first, row.last];
    case "plan":
      return [stack, row.digest, row.kind, row.createdAt, row.document];
    default:
      return [stack, row.body];
  }
}
