import type { Planning } from "../planning.ts";

/**
 * Whether a node waits for another one: it leans on it, or a former object of it goes first, directly or through
 * others.
 */
export function waitsFor(planning: Planning, address: string, on: string): boolean {
  const edges = new Map(planning.checked?.nodes.map((node) => [node.address, node.edges]));
  const [seen, open] = [new Set([address]), [address]];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each === on) return true;
    for (const next of [...(edges.get(each) ?? []), planning.awaitedOf.get(each)]) {
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}
