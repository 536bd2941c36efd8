/** Lines on which a cast by way of `unknown` begins: the compiler takes a type from it that nobody has looked for. */
export function doubleCasts(text: string): readonly number[] {
  return [...text.matchAll(/\bas\s+unknown\s+as\b/g)].map(({ index }) => text.slice(0, index).split("\n").length);
}
