import type { GraphView } from "../../contract/documents/declarations.ts";
import { clean, clipMiddle, textWidth } from "../rendering/text.ts";
import { graphLayers } from "./graph-layers.ts";

const boxHeight = 44;
const layerGap = 56;
const rowGap = 14;
const boxGap = 28;
const margin = 20;
const characterWidth = 7.3;
const fills = { resource: "#eef4ff", get: "#f4f4f4", lookup: "#fff8e6" } as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** How a graph is drawn. */
interface Drawing {
  /** A layer that would be wider goes on in a further row. */
  readonly widest?: number;
  /** The colour of a node, where it has one of its own. */
  readonly fillOf?: (name: string) => string | undefined;
}

/** The graph as an SVG picture: what is needed stands above what needs it, arrows lead up. */
export function svgGraph(graph: GraphView, { widest = Number.POSITIVE_INFINITY, fillOf }: Drawing = {}): string {
  const { boxes, width, height } = placeBoxes(graph, widest);
  const edges = graph.edges.flatMap((edge) => {
    const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2];
    return [`  <line x1="${x1}" y1="${from.y}" x2="${x2}" y2="${to.y + boxHeight + 2}" marker-end="url(#arrow)"/>`];
  });
  const nodes = graph.nodes.flatMap((node) => {
    const box = boxes.get(node.name);
    if (box === undefined) return [];
    const middle = box.x + box.width / 2;
    const radius = node.kind === "lookup" ? boxHeight / 2 : 6;
    return [
      `  <rect x="${box.x}" y="${box.y}" width="${box.width}" height="${boxHeight}" rx="${radius}" ` +
        `fill="${fillOf?.(node.name) ?? fills[node.kind]}"/>`,
      `  <text x="${middle}" y="${box.y + 19}" font-weight="600">${escaped(node.name)}</text>`,
      `  <text x="${middle}" y="${box.y + 35}" ` +
        `fill="#667">${escaped(typeLabel(node.type))}<title>${escaped(node.type)}</title></text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `  <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" ` +
      `orient="auto"><path d="M0 0L8 4L0 8z" fill="#889"/></marker></defs>`,
    `  <rect width="100%" height="100%" fill="#fff"/>`,
    `  <g stroke="#889" stroke-width="1.2">`,
    ...edges.map((line) => `  ${line}`),
    "  </g>",
    `  <g stroke="#889" font-family="ui-sans-serif, system-ui, sans-serif" font-size="12" text-anchor="middle">`,
    ...nodes.map((line) => `  ${line.replace("<text ", '<text stroke="none" ')}`),
    "  </g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Long tokens are cut, so that one of them does not make the picture twice as wide; the whole is its tooltip. */
function typeLabel(type: string): string {
  return clipMiddle(clean(type), 44);
}

/** Boxes as wide as their texts, layer under layer, each row in the middle. */
function placeBoxes(
  graph: GraphView,
  widest: number,
): {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly width: number;
  readonly height: number;
} {
  const boxWidths = new Map(
    graph.nodes.map((node) => {
      const columns = Math.max(textWidth(clean(node.name)), textWidth(typeLabel(node.type)));
      return [node.name, Math.round(Math.max(80, columns * characterWidth + 24))] as const;
    }),
  );
  const rows = graphLayers(graph).flatMap((layer) =>
    rowsOf(layer, boxWidths, widest).map((names, index) => ({ names, gap: index === 0 ? layerGap : rowGap })),
  );
  const widths = rows.map(({ names }) =>
    names.reduce((sum, name) => sum + (boxWidths.get(name) ?? 0) + boxGap, -boxGap),
  );
  const width = Math.max(80, ...widths) + 2 * margin;
  const boxes = new Map<string, Box>();
  let y = margin;
  for (const [index, { names, gap }] of rows.entries()) {
    if (index > 0) y += boxHeight + gap;
    let x = Math.round((width - (widths[index] ?? 0)) / 2);
    for (const name of names) {
      const boxWidth = boxWidths.get(name) ?? 0;
      boxes.set(name, { x, y, width: boxWidth });
      x += boxWidth + boxGap;
    }
  }
  const height = y + boxHeight + margin;
  return { boxes, width, height };
}

/** A layer in rows that are no wider than may be. */
function rowsOf(layer: readonly string[], widths: ReadonlyMap<string, number>, widest: number): readonly string[][] {
  const rows: string[][] = [];
  let room = 0;
  for (const name of layer) {
    const needed = (widths.get(name) ?? 0) + boxGap;
    const row = rows.at(-1);
    room -= needed;
    if (row !== undefined && room >= 0) row.push(name);
    else {
      rows.push([name]);
      room = widest - 2 * margin + boxGap - needed;
    }
  }
  return rows;
}

function escaped(text: string): string {
  return clean(text).replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
