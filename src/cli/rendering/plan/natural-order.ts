/**
 * Orders names as people count: `a2` before `a10`. Names that differ in zeros before a number only go by their text.
 */
export function inNaturalOrder(a: string, b: string): number {
  const [one, other] = [piecesOf(a), piecesOf(b)];
  for (const [index, piece] of one.entries()) {
    const counterpart = other[index];
    if (counterpart === undefined) return 1;
    const order = comparePieces(piece, counterpart);
    if (order !== 0) return order;
  }
  return one.length - other.length || byText(a, b);
}

/** Numbers and what stands between them, in turns; the first piece is no number. */
function piecesOf(name: string): readonly string[] {
  return name.split(/(\d+)/);
}

function comparePieces(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return byText(a, b);
  const [one, other] = [a.replace(/^0+(?=\d)/, ""), b.replace(/^0+(?=\d)/, "")];
  return one.length - other.length || byText(one, other);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
