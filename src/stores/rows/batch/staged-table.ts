import { tallied } from "../checksum.ts";
import type { Summed } from "./known-rows.ts";

/**
 * The rows of a table that a batch touches: as they are in the store, and as they are to be. Changes in parts. `K`:
 * what is known of a row that the batch has not written.
 */
export class StagedTable<R extends K, K extends Summed = R> {
  readonly #before: ReadonlyMap<string, K>;
  readonly #after = new Map<string, R | undefined>();
  /** How to take back the part that is under way, last first. */
  #undo: (() => void)[] = [];

  constructor(before: ReadonlyMap<string, K>) {
    this.#before = before;
  }

  get(key: string): K | undefined {
    return this.#after.has(key) ? this.#after.get(key) : this.#before.get(key);
  }

  /** Undefined takes the row away. */
  set(key: string, row: R | undefined): void {
    const former = this.#after.get(key);
    const had = this.#after.has(key);
    this.#undo.push(() => (had ? this.#after.set(key, former) : this.#after.delete(key)));
    this.#after.set(key, row);
  }

  /** Ends a part: it stays. */
  keep(): void {
    this.#undo = [];
  }

  /** Ends a part: it was nothing. */
  takeBack(): void {
    for (const undo of this.#undo.reverse()) undo();
    this.#undo = [];
  }

  /** All that was set, by key; undefined for rows that go. */
  get after(): ReadonlyMap<string, R | undefined> {
    return this.#after;
  }

  /**
   * Rows that come or change, in the order of their keys: two transactions over the same keys then wait, not deadlock.
   */
  written(): readonly { readonly key: string; readonly row: R; readonly isNew: boolean }[] {
    return [...this.#after]
      .flatMap(([key, row]) => {
        const before = this.#before.get(key);
        if (row === undefined || (before !== undefined && isSame(row, before))) return [];
        return [{ key, row, isNew: before === undefined }];
      })
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** Keys of rows that go. */
  removed(): readonly string[] {
    return [...this.#after].flatMap(([key, row]) => (row === undefined && this.#before.has(key) ? [key] : []));
  }

  /** How many rows more there are after the changes. */
  growth(): number {
    let growth = 0;
    for (const [key, row] of this.#after) growth += Number(row !== undefined) - Number(this.#before.has(key));
    return growth;
  }

  /** The tally of all rows of the table after the changes, from the one before them. */
  tally(tally: number): number {
    let moved = tally;
    for (const [key, row] of this.#after) moved = tallied(moved, row?.sum ?? 0, this.#before.get(key)?.sum ?? 0);
    return moved;
  }
}

/** Where only the checksum of a row is known, its content may be another: a new one is written. */
function isSame<R extends K, K extends Summed>(row: R, before: K): boolean {
  if (row.sum !== before.sum) return false;
  const cells = new Map<string, unknown>(Object.entries(before));
  return Object.entries(row).every(([name, cell]) => cells.get(name) === cell);
}
