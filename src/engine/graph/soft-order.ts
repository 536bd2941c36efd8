import { type Dependencies, dependencyOrder } from "./order.ts";

/** That a node should come after another one, where that is possible. */
export interface SoftEdge {
  readonly node: string;
  readonly after: string;
}

/**
 * A graph without a cycle, and as many of the soft edges as it bears: an earlier soft edge goes before a later one. A
 * soft edge that would close a cycle is dropped. Those of names that are no node are ignored.
 */
export function withSoftOrder(graph: Dependencies, softEdges: readonly SoftEdge[]): Dependencies {
  const heard = softEdges.filter(({ node, after }) => node !== after && graph.has(node) && graph.has(after));
  if (heard.length === 0) return graph;
  const all = extended(graph, heard);
  if (dependencyOrder(all).ok) return all;
  const knots = knotsOf(all);
  const isKnotted = ({ node, after }: SoftEdge) => knots.get(node) === knots.get(after);
  const needs = new Map(
    extended(
      graph,
      heard.filter((softEdge) => !isKnotted(softEdge)),
    ),
  );
  for (const softEdge of heard.filter(isKnotted)) {
    if (leadsTo(softEdge.after, softEdge.node, needs, knots)) continue;
    needs.set(softEdge.node, [...(needs.get(softEdge.node) ?? []), softEdge.after]);
  }
  return needs;
}

function extended(graph: Dependencies, softEdges: readonly SoftEdge[]): Dependencies {
  const more = Map.groupBy(softEdges, ({ node }) => node);
  return new Map(
    [...graph].map(([name, needs]) => {
      const soft = more.get(name);
      return [name, soft === undefined ? needs : [...new Set([...needs, ...soft.map(({ after }) => after)])]];
    }),
  );
}

/**
 * Whether what is needed leads from one node to another of the same knot. A way that leaves a knot never comes back.
 */
function leadsTo(from: string, to: string, needs: Dependencies, knots: ReadonlyMap<string, number>): boolean {
  const [seen, open, knot] = [new Set([from]), [from], knots.get(to)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === to) return true;
    for (const need of needs.get(name) ?? []) {
      if (seen.has(need) || knots.get(need) !== knot) continue;
      seen.add(need);
      open.push(need);
    }
  }
  return false;
}

/**
 * The number of each node's knot: nodes that need one another, directly or not, have one in common (Tarjan). Iterative.
 */
function knotsOf(graph: Dependencies): ReadonlyMap<string, number> {
  const knots = new Map<string, number>();
  const lowest = new Map<string, number>();
  const begun: string[] = [];
  let count = 0;
  for (const start of graph.keys()) {
    if (lowest.has(start)) continue;
    const path: { readonly name: string; readonly index: number; readonly needs: readonly string[]; next: number }[] =
      [];
    const enter = (name: string) => {
      path.push({ name, index: lowest.size, needs: graph.get(name) ?? [], next: 0 });
      lowest.set(name, lowest.size);
      begun.push(name);
    };
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const need = top.needs[top.next];
      top.next += 1;
      if (need !== undefined) {
        if (!graph.has(need) || knots.has(need)) continue;
        if (lowest.has(need)) lower(lowest, top.name, lowest.get(need));
        else enter(need);
        continue;
      }
      path.pop();
      const low = lowest.get(top.name);
      const above = path.at(-1);
      if (above !== undefined) lower(lowest, above.name, low);
      if (low !== top.index) continue;
      for (let name = begun.pop(); name !== undefined; name = name === top.name ? undefined : begun.pop())
        knots.set(name, count);
      count += 1;
    }
  }
  return knots;
}

function lower(lowest: Map<string, number>, name: string, to = 0): void {
  lowest.set(name, Math.min(lowest.get(name) ?? to, to));
}
