import type { GraphView } from "../../api/documents.ts";

/** Names in layers: a node stands one layer below the lowest of what it needs. */
export function graphLayers(graph: GraphView): readonly (readonly string[])[] {
  const needs = neighbours(graph);
  const depths = new Map<string, number>();
  const visiting = new Set<string>();
  function depth(name: string): number {
    const known = depths.get(name);
    if (known !== undefined) return known;
    // The server refuses cycles; should one come all the same, its closing edge is not counted.
    if (visiting.has(name)) return -1;
    visiting.add(name);
    const own = 1 + Math.max(-1, ...(needs.get(name) ?? []).map(depth));
    visiting.delete(name);
    depths.set(name, own);
    return own;
  }
  const layers: string[][] = [];
  for (const node of graph.nodes) {
    const layer = depth(node.name);
    while (layers.length <= layer) layers.push([]);
    layers[layer]?.push(node.name);
  }
  return untangled(layers, needs);
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
    weighed.sort((a, b) => a.mean - b.mean || (a.name < b.name ? -1 : 1));
    for (const [index, { name }] of weighed.entries()) place.set(name, (index + 1) / (layer.length + 1));
    return weighed.map(({ name }) => name);
  });
}
