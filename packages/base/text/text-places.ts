/** A line and a column of a text, both from 1; columns count UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Where each line of a text begins; CR LF, LF and CR end one. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), ({ index, 0: end }) => index + end.length)];
}

/** The line and the column of an offset. */
export function placeAt(starts: readonly number[], offset: number): TextPlace {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The offset of a line and a column. */
export function offsetAt(starts: readonly number[], { line, column }: TextPlace): number {
  return (starts[line - 1] ?? 0) + column - 1;
}

/** The line, from 1, that holds an offset. */
export function lineNumber(text: string, offset: number): number {
  return lineStarts(text.slice(0, offset)).length;
}
