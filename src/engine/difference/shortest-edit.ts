/** A stretch of one sequence, and the stretch of the other that stands in its place. Either may be empty; not both. */
export interface Edit {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Sequences that are further apart are not compared part by part. */
const mostEdits = 2_000;

/**
 * The fewest insertions and deletions that lead from one sequence to the other, joined to stretches, by E. W. Myers,
 * "An O(ND) Difference Algorithm" (1986). Takes time in proportion to the length of both and the number of edits, and
 * memory to its square. Past `most` edits all that lies between the common beginning and the common end is one stretch.
 */
export function shortestEdit(old: readonly string[], next: readonly string[], most = mostEdits): readonly Edit[] {
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let [oldEnd, newEnd] = [old.length, next.length];
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === next[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  if (oldEnd === start && newEnd === start) return [];
  const whole: Edit = { oldStart: start, oldEnd, newStart: start, newEnd };
  if (oldEnd === start || newEnd === start) return [whole];
  const [a, b] = numbered(old.slice(start, oldEnd), next.slice(start, newEnd));
  const frontiers = frontiersOf(a, b, most);
  return frontiers === null ? [whole] : editsAlong(frontiers, a.length, b.length, start);
}

/** The same items as numbers, which compare faster. */
function numbered(old: readonly string[], next: readonly string[]): readonly [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (item: string): number => {
    const number = numbers.get(item) ?? numbers.size;
    numbers.set(item, number);
    return number;
  };
  return [Int32Array.from(old, numberOf), Int32Array.from(next, numberOf)];
}

/**
 * For each number of edits how far into `a` one comes with exactly so many, on each diagonal (place in `a` less place
 * in `b`). Diagonal `k` stands at `k + edits`. Null past `most` edits.
 */
function frontiersOf(a: Int32Array, b: Int32Array, most: number): readonly Int32Array[] | null {
  const frontiers: Int32Array[] = [];
  for (let edits = 0; edits <= Math.min(most, a.length + b.length); edits += 1) {
    const frontier = new Int32Array(2 * edits + 1);
    frontiers.push(frontier);
    for (let k = -edits; k <= edits; k += 2) {
      let x = stepTo(frontiers[edits - 1], k, edits);
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      frontier[k + edits] = x;
      if (x >= a.length && x - k >= b.length) return frontiers;
    }
  }
  return null;
}

/** Where diagonal `k` begins after one more edit: an insertion from the one above, or a deletion from the one below. */
function stepTo(before: Int32Array | undefined, k: number, edits: number): number {
  if (before === undefined) return 0;
  return isInsertion(before, k, edits) ? reached(before, k + 1, edits) : reached(before, k - 1, edits) + 1;
}

function isInsertion(before: Int32Array, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && reached(before, k - 1, edits) < reached(before, k + 1, edits));
}

function reached(before: Int32Array, k: number, edits: number): number {
  return before[k + edits - 1] ?? 0;
}

function editsAlong(frontiers: readonly Int32Array[], oldEnd: number, newEnd: number, start: number): readonly Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [oldEnd, newEnd];
  for (let count = frontiers.length - 1; count > 0; count -= 1) {
    const before = frontiers[count - 1];
    if (before === undefined) break;
    const inserts = isInsertion(before, x - y, count);
    const from = x - y + (inserts ? 1 : -1);
    const [oldStart, newStart] = [reached(before, from, count), reached(before, from, count) - from];
    const edit = { oldStart, oldEnd: oldStart + (inserts ? 0 : 1), newStart, newEnd: newStart + (inserts ? 1 : 0) };
    const after = edits.at(-1);
    if (after !== undefined && after.oldStart === edit.oldEnd && after.newStart === edit.newEnd)
      edits[edits.length - 1] = { ...after, oldStart, newStart };
    else edits.push(edit);
    [x, y] = [oldStart, newStart];
  }
  return edits.reverse().map((edit) => ({
    oldStart: edit.oldStart + start,
    oldEnd: edit.oldEnd + start,
    newStart: edit.newStart + start,
    newEnd: edit.newEnd + start,
  }));
}
