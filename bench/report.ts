import { growthExponent, medianOf, type Quantity, type Series, valuesOf } from "./series.ts";
import { isReached, type Verdict } from "./targets.ts";

type Row = readonly string[];

/** A Markdown table whose columns after the first are numbers. */
export function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

export function verdictTable(all: readonly Verdict[]): string {
  return table(
    ["target", "at most", "measured", ""],
    all
      .filter(({ measured }) => measured !== undefined)
      .map((each) => [
        each.what,
        `${each.limit} ${each.unit}`.trim(),
        figure(each.measured ?? Number.NaN),
        isReached(each) ? "ok" : "**over**",
      ]),
  );
}

/** One line a size and command: medians, with the range of CPU. */
export function seriesTable(all: readonly Series[]): string {
  const shown = (series: Series, quantity: Quantity) =>
    valuesOf(series, quantity).length === 0 ? "-" : figure(medianOf(series, quantity));
  return table(
    ["work", "resources", "CPU s", "range", "wall s", "peak MB", "syncs", "store MB"],
    all.map((series) => {
      const cpu = valuesOf(series, "cpu");
      return [
        series.work,
        String(series.count),
        shown(series, "cpu"),
        `${figure(cpu[0] ?? Number.NaN)} - ${figure(cpu.at(-1) ?? Number.NaN)}`,
        shown(series, "wall"),
        shown(series, "rss"),
        shown(series, "syncs"),
        series.storeBytes === undefined ? "" : figure(series.storeBytes / 1e6),
      ];
    }),
  );
}

export function exponentTable(all: readonly Series[]): string {
  const works = [...new Set(all.map(({ work }) => work))];
  return table(
    ["work", "growth exponent of CPU"],
    works.flatMap((work) => {
      const exponent = growthExponent(all, work);
      return exponent === undefined ? [] : [[work, exponent.toFixed(2)]];
    }),
  );
}

/** Three figures that mean something. */
export function figure(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
