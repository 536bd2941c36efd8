import type { GraphView } from "../../contract/documents/declarations.ts";
import { clean } from "../rendering/text.ts";

const shapes = { resource: "box", get: "note", lookup: "ellipse" } as const;

/** The graph in Graphviz's DOT language; an arrow leads from a node to what it needs. */
export function dotGraph(graph: GraphView): string {
  const nodes = graph.nodes.map(
    (node) => `  ${quoted(node.name)} [label=${quoted(node.name, node.type)}, shape=${shapes[node.kind]}];`,
  );
  const edges = graph.edges.map((edge) => `  ${quoted(edge.from)} -> ${quoted(edge.to)};`);
  return ["digraph plumb {", "  rankdir=BT;", ...nodes, ...edges, "}", ""].join("\n");
}

/** A quoted DOT string of one or more lines. */
function quoted(...lines: readonly string[]): string {
  return `"${lines.map((line) => clean(line).replace(/["\\]/g, "\\$&")).join("\\n")}"`;
}
