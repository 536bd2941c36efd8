import { tallied } from "./checksum.ts";

/** A row that carries its checksum. */
interface Summed {
  readonly sum: number;
}

/** The rows of a table that a batch touches: as they are in the database, and as they are to be. Changes in parts. */
export class StagedTable<R extends Summed> {
  readonly #before: ReadonlyMap<string, R>;
  readonly #after = new Map<string, R | undefined>();
  /** How to take back the part that is under way, last first. */
  #undo: (() => void)[] = [];

  constructor(before: ReadonlyMap<string, R>) {
    this.#before = before;
  }

  get(key: string): R | undefined {
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

  /**
   * Rows that come or change, in the order of their keys: two transactions over the same keys then wait, not deadlock.
   */
  written(): readonly { readonly key: string; readonly row: R; readonly isNew: boolean }[] {
    return [...this.#after]
      .flatMap(([key, row]) => {
        const before = this.#before.get(key);
        return row === undefined || row.sum === before?.sum ? [] : [{ key, row, isNew: before === undefined }];
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
