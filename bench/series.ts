import type { Usage } from "./measured-process.ts";

/** The same work measured several times. */
export interface Series {
  readonly work: string;
  readonly count: number;
  readonly runs: readonly Usage[];
  /** Bytes that the work left behind in the store; absent where it keeps none. */
  readonly storeBytes?: number;
}

export type Quantity = "cpu" | "wall" | "rss" | "syncs";

/** The quantity in all runs, smallest first; empty where it could not be measured. */
export function valuesOf({ runs }: Series, quantity: Quantity): readonly number[] {
  return runs.flatMap((run) => run[quantity] ?? []).sort((a, b) => a - b);
}

export function median(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  return ((values[Math.floor(middle)] ?? Number.NaN) + (values[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

export function medianOf(series: Series, quantity: Quantity): number {
  return median(valuesOf(series, quantity));
}

/**
 * How CPU grows with the count between the two largest sizes: the slope in a log-log plot. What the work costs on one
 * resource is taken off first, so that a fixed cost does not hide growth.
 */
export function growthExponent(all: readonly Series[], work: string): number | undefined {
  const sized = all.filter((each) => each.work === work).sort((a, b) => a.count - b.count);
  const [smallest] = sized;
  const [large, largest] = sized.slice(-2);
  if (smallest?.count !== 1 || large === undefined || largest === undefined || large.count <= 1) return undefined;
  const net = (series: Series) => medianOf(series, "cpu") - medianOf(smallest, "cpu");
  return Math.log(net(largest) / net(large)) / Math.log(largest.count / large.count);
}
