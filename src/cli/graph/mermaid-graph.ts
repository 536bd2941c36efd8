import type { GraphView } from "../../contract/documents/declarations.ts";
import { clean } from "../rendering/text.ts";

/** The graph as a Mermaid flowchart; an arrow leads from a node to what it needs. */
export function mermaidGraph(graph: GraphView): string {
  // Mermaid reserves words such as `end` as ids; numbered ids can't collide with them.
  const ids = new Map(graph.nodes.map((node, index) => [node.name, `n${index}`]));
  const nodes = graph.nodes.map((node) => {
    const label = `"${escaped(node.name)}<br/>${escaped(node.type)}"`;
    const shape = { resource: `[${label}]`, get: `[/${label}/]`, lookup: `([${label}])` }[node.kind];
    return `  ${ids.get(node.name)}${shape}`;
  });
  const edges = graph.edges.flatMap((edge) => {
    const [from, to] = [ids.get(edge.from), ids.get(edge.to)];
    return from === undefined || to === undefined ? [] : [`  ${from} --> ${to}`];
  });
  return ["flowchart BT", ...nodes, ...edges, ""].join("\n");
}

/** Mermaid's entity codes, for characters that would end the label or become markup. */
function escaped(text: string): string {
  return clean(text).replace(/["#<>&]/g, (character) => `#${character.charCodeAt(0)};`);
}
