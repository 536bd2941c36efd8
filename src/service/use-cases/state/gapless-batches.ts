/**
 * Whether batches of a journal follow one another, the first right after the serial `after`. A repair of the store may
 * have left something out: what came of it can't be told by the rest.
 */
export function isGapless(batches: readonly { readonly serial: number }[], after: number): boolean {
  return batches.every(({ serial }, index) => serial === after + index + 1);
}
