/**
 * Orders names as people count: `a2` before `a10`. Names that differ in zeros before a number only go by their text.
 */
export function inNaturalOrder(a: string, b: string): number {
  return orderOf(keyOf(a), keyOf(b));
}

/** Ordered by names as people count; by the second one of each where the first ones are the same, and so on. */
export function inOrderOfNames<T>(all: readonly T[], namesOf: (each: T) => readonly string[]): readonly T[] {
  const keyed = all.map((each) => ({ each, keys: namesOf(each).map(keyOf) }));
  const order = (a: (typeof keyed)[number], b: (typeof keyed)[number]) => {
    for (const [index, key] of a.keys.entries()) {
      const found = orderOf(key, b.keys[index] ?? key);
      if (found !== 0) return found;
    }
    return 0;
  };
  return keyed.toSorted(order).map(({ each }) => each);
}

/** A name, and the numbers and what stands between them, in turns; the first piece is no number. */
interface NameKey {
  readonly name: string;
  readonly pieces: readonly string[];
}

function keyOf(name: string): NameKey {
  return { name, pieces: name.split(/(\d+)/) };
}

function orderOf(a: NameKey, b: NameKey): number {
  if (a.name === b.name) return 0;
  const [one, other] = [a.pieces, b.pieces];
  for (const [index, piece] of one.entries()) {
    const counterpart = other[index];
    if (counterpart === undefined) return 1;
    const order = comparePieces(piece, counterpart);
    if (order !== 0) return order;
  }
  return one.length - other.length || byText(a.name, b.name);
}

function comparePieces(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return byText(a, b);
  const [one, other] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
  return one.length - other.length || byText(one, other);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
