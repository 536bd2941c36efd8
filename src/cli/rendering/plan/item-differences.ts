/** An item of one of two lists or of both: it leaves (`-`), comes (`+`) or stays. */
export type ItemDifference = readonly [mark: "-" | "+" | " ", item: string];

/**
 * How one list becomes another with the fewest items that leave and come. Those that leave or stay are the first list
 * in its order, those that come or stay the second. Takes time and memory in proportion to the product of both lengths.
 */
export function itemDifferences(old: readonly string[], next: readonly string[]): readonly ItemDifference[] {
  const width = next.length + 1;
  // Length of the longest common part of what follows each pair of places.
  const common = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = next.length - 1; column >= 0; column -= 1) {
      const [below, beside] = [common[(row + 1) * width + column] ?? 0, common[row * width + column + 1] ?? 0];
      const isSame = old[row] === next[column];
      const after = common[(row + 1) * width + column + 1] ?? 0;
      common[row * width + column] = isSame ? after + 1 : Math.max(below, beside);
    }
  }
  const differences: ItemDifference[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < next.length) {
    const [gone, come] = [old[row], next[column]];
    if (gone !== undefined && gone === come) {
      differences.push([" ", gone]);
      row += 1;
      column += 1;
      continue;
    }
    const below = common[(row + 1) * width + column] ?? 0;
    const beside = common[row * width + column + 1] ?? 0;
    if (gone !== undefined && (come === undefined || below >= beside)) {
      differences.push(["-", gone]);
      row += 1;
    } else if (come !== undefined) {
      differences.push(["+", come]);
      column += 1;
    }
  }
  return differences;
}
