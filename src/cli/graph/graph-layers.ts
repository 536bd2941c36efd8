import type { GraphView } from "../../contract/documents/declarations.ts";
import { inNaturalOrder } from "../rendering/plan/natural-order.ts";

/** Names in layers: a node stands one layer below the lowest of what it needs. */
export function graphLayers(graph: GraphView): readonly (readonly string[])[] {
  const needs = neighbours(graph);
  const depths = depthsOf(needs);
  const layers: string[][] = [];
  for (const node of graph.nodes) {
    const layer = depths.get(node.name) ?? 0;
    while (layers.length <= layer) layers.push([]);
    layers[layer]?.push(node.name);
  }
  return untangled(layers, needs);
}

/** How many edges the longest way down from each node has. Iterative: a deep graph costs no stack. */
function depthsOf(needs: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  const visiting = new Set<string>();
  for (const start of needs.keys()) {
    const path: { readonly name: string; readonly rest: Iterator<string>; depth: number }[] = [];
    const enter = (name: string) => {
      visiting.add(name);
      path.push({ name, rest: (needs.get(name) ?? [])[Symbol.iterator](), depth: 0 });
    };
    if (!depths.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.next();
      if (next.done === true) {
        depths.set(top.name, top.depth);
        visiting.delete(top.name);
        path.pop();
        const above = path.at(-1);
        if (above !== undefined) above.depth = Math.max(above.depth, top.depth + 1);
        continue;
      }
      const known = depths.get(next.value);
      if (known !== undefined) top.depth = Math.max(top.depth, known + 1);
      // The server refuses cycles; should one come all the same, its closing edge is not counted.
      else if (!visiting.has(next.value)) enter(next.value);
    }
  }
  return depths;
}

function neighbours(graph: GraphView): ReadonlyMap<string, readonly string[]> {
  const needs = new Map<string, string[]>(graph.nodes.map((node) => [node.name, []]));
  for (const edge of graph.edges) if (needs.has(edge.to)) needs.get(edge.from)?.push(edge.to);
  return needs;
}

/** Orders each layer by the mean place of what its nodes need, then by name: few crossings, always the same picture. */
function untangled(
  layers: readonly (readonly string[])[],
  needs: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const place = new Map<string, number>();
  return layers.map((layer) => {
    const weighed = layer.map((name) => {
      const places = (needs.get(name) ?? []).map((need) => place.get(need) ?? 0);
      const mean = places.length === 0 ? 0 : places.reduce((sum, each) => sum + each, 0) / places.length;
      return { name, mean };
    });
    weighed.sort((a, b) => a.mean - b.mean || inNaturalOrder(a.name, b.name));
    for (const [index, { name }] of weighed.entries()) place.set(name, (index + 1) / (layer.length + 1));
    return weighed.map(({ name }) => name);
  });
}
