import type { InParts } from "../../../../packages/base/turns.ts";
import type { Row } from "../connection/statements.ts";

/** Rows of a page: at first, and at most. */
const [firstPage, longestPage] = [8, 200];

/** Characters of a page: less than the one, and the next page is longer; more than the other, and it is shorter. */
const [littleText, muchText] = [64 * 1024, 256 * 1024];

/**
 * All rows that are read page by page, each to its end: whoever leaves off leaves no statement in the middle. `next`
 * gives at most so many rows behind one, and `placeOf` tells one row from another. Pages of rows with much text have
 * few of them, so that a page is read in a few milliseconds.
 */
export function* pagedRows(
  next: (after: Row | undefined, limit: number) => readonly Row[],
  placeOf: (row: Row) => string,
): Generator<Row, void, void> {
  // In a damaged file the rows behind one may lead back to it.
  const ends = new Set<string>();
  let limit = firstPage;
  for (let rows = next(undefined, limit); ; ) {
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit || ends.has(placeOf(last))) return;
    ends.add(placeOf(last));
    limit = limitAfter(limit, rows);
    rows = next(last, limit);
  }
}

/** What is read or written of single rows in a few milliseconds: rows, and characters of them. */
const [rowsOfPart, textOfPart] = [500, 256 * 1024];

/** Reads or writes the row of each item, in parts. `work` gives how many characters the row has. */
export function* rowByRow<T>(items: Iterable<T>, work: (item: T) => number): InParts<void> {
  let [rows, text] = [0, 0];
  for (const item of items) {
    rows += 1;
    text += work(item);
    if (rows < rowsOfPart && text < textOfPart) continue;
    yield;
    [rows, text] = [0, 0];
  }
}

function limitAfter(limit: number, rows: readonly Row[]): number {
  let text = 0;
  for (const row of rows) for (const name in row) if (typeof row[name] === "string") text += row[name].length;
  if (text < littleText) return Math.min(2 * limit, longestPage);
  return text > muchText ? Math.max(1, Math.floor(limit / 4)) : limit;
}
