import { medianOf, type Series } from "./series.ts";

/** A line of the plot. */
export interface Line {
  readonly label: string;
  readonly color: string;
  readonly isDashed: boolean;
  readonly series: readonly Series[];
}

const width = 760;
const height = 460;
const left = 70;
const right = 190;
const top = 40;
const bottom = 50;

/** CPU seconds over the number of resources, both on logarithmic axes, as SVG. */
export function cpuPlot(title: string, lines: readonly Line[]): string {
  const points = lines.flatMap(({ series }) => series.map((each) => [each.count, medianOf(each, "cpu")] as const));
  const [fromX, toX] = decades(points.map(([count]) => count));
  const [fromY, toY] = decades(points.map(([, cpu]) => cpu));
  const x = (count: number) => left + ((Math.log10(count) - fromX) / (toX - fromX)) * (width - left - right);
  const y = (cpu: number) => height - bottom - ((Math.log10(cpu) - fromY) / (toY - fromY)) * (height - top - bottom);
  const place = (count: number, cpu: number) => `${x(count).toFixed(1)},${y(cpu).toFixed(1)}`;

  const grid = [
    ...range(fromX, toX).map((power) => {
      const at = x(10 ** power).toFixed(1);
      return (
        `<line x1="${at}" y1="${top}" x2="${at}" y2="${height - bottom}"/><text x="${at}" ` +
        `y="${height - bottom + 20}" text-anchor="middle">${label(power)}</text>`
      );
    }),
    ...range(fromY, toY).map((power) => {
      const at = y(10 ** power).toFixed(1);
      return (
        `<line x1="${left}" y1="${at}" x2="${width - right}" y2="${at}"/><text x="${left - 8}" y="${at}" dy="4" ` +
        `text-anchor="end">${label(power)}</text>`
      );
    }),
  ];
  const drawn = lines.flatMap(({ label: name, color, isDashed, series }, index) => {
    const sorted = [...series].sort((a, b) => a.count - b.count);
    const dots = sorted.map((each) => [each.count, medianOf(each, "cpu")] as const);
    if (dots.length === 0) return [];
    const dash = isDashed ? ' stroke-dasharray="5 4"' : "";
    const legend = top + 10 + index * 22;
    return [
      `<polyline fill="none" stroke="${color}" stroke-width="2"${dash} ` +
        `points="${dots.map(([count, cpu]) => place(count, cpu)).join(" ")}"/>`,
      ...dots.map(
        ([count, cpu]) => `<circle cx="${x(count).toFixed(1)}" cy="${y(cpu).toFixed(1)}" r="3" fill="${color}"/>`,
      ),
      `<line x1="${width - right + 15}" y1="${legend}" x2="${width - right + 40}" y2="${legend}" ` +
        `stroke="${color}" stroke-width="2"${dash}/>`,
      `<text x="${width - right + 46}" y="${legend}" dy="4">${name}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" ` +
      `font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${left}" y="22" font-size="15" font-weight="600">${title}</text>`,
    `<g stroke="#dddddd" fill="#555555">${grid.join("").replaceAll("<text", '<text stroke="none"')}</g>`,
    `<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle" fill="#555555">resources</text>`,
    `<text transform="translate(18 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle" ` +
      `fill="#555555">CPU seconds, whole process</text>`,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

/** The powers of ten that hold all values, at least one apart. */
function decades(values: readonly number[]): readonly [number, number] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  return [from, Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function label(power: number): string {
  return power >= 0 ? (10 ** power).toLocaleString("en").replaceAll(",", " ") : String(10 ** power);
}
