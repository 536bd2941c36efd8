import type { Row } from "./statements.ts";

/** Rows of a page. */
export const pageSize = 200;

/**
 * All rows that are read page by page, each to its end: whoever leaves off leaves no statement in the middle. `next` gives at most
 * `pageSize` rows behind one, and `placeOf` tells one row from another.
 */
export function* pagedRows(
  next: (after: Row | undefined) => readonly Row[],
  placeOf: (row: Row) => string,
): Generator<Row, void, void> {
  // In a damaged file the rows behind one may lead back to it.
  const ends = new Set<string>();
  for (let rows = next(undefined); ; ) {
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize || ends.has(placeOf(last))) return;
    ends.add(placeOf(last));
    rows = next(last);
  }
}
