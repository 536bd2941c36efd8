import { plumbWork } from "./measure-plumb.ts";
import { growthExponent, medianOf, type Series, valuesOf } from "./series.ts";

/** A figure to reach, and what was measured. */
export interface Verdict {
  readonly what: string;
  readonly limit: number;
  readonly unit: string;
  /** Undefined where this run did not measure it. */
  readonly measured: number | undefined;
}

export interface Measurements {
  readonly tree: readonly Series[];
  /** Stacks of one size in all shapes, by shape; empty where they were left out. */
  readonly shapes: Readonly<Record<string, readonly Series[]>>;
}

export const shapeCount = 5_000;

/** The figures of the project's plan, each with its measurement. */
export function verdicts({ tree, shapes }: Measurements): readonly Verdict[] {
  const find = (work: string, count: number, all = tree) =>
    all.find((each) => each.work === work && each.count === count);
  const cpu = (work: string, count: number, all = tree) => {
    const series = find(work, count, all);
    return series === undefined ? undefined : medianOf(series, "cpu");
  };
  const engine = (count: number, all = tree) => {
    const [up, bare] = [cpu("first up", count, all), cpu("bare up", count, all)];
    return up === undefined || bare === undefined ? undefined : { times: up / bare, step: ((up - bare) / count) * 1e3 };
  };
  const peak = (count: number) => {
    const all = tree.filter((each) => each.count === count && plumbWork.some((work) => work === each.work));
    return all.length === 0 ? undefined : Math.max(...all.flatMap((each) => valuesOf(each, "rss")));
  };
  const ratio = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? undefined : a / b;
  const plan = (count: number, limit: number): Verdict => ({
    what: `no-op plan of ${count}`,
    limit,
    unit: "CPU-s",
    measured: cpu("no-op plan", count),
  });
  const up = (count: number, limit: number): Verdict => ({
    what: `first up of ${count}`,
    limit,
    unit: "CPU-s",
    measured: cpu("first up", count),
  });
  const memory = (count: number, limit: number): Verdict => ({
    what: `peak memory of any command at ${count}`,
    limit,
    unit: "MB",
    measured: peak(count),
  });
  // Steps that wait for one another can't share a commit; the bare loop of the same shape has the same commits.
  const shape = (name: string, words: string): Verdict => ({
    what: `${words}: times the bare loop of its shape, against the reference graph's`,
    limit: 1.2,
    unit: "x",
    measured: ratio(engine(shapeCount, shapes[name])?.times, engine(shapeCount, shapes["tree"])?.times),
  });
  return [
    plan(1_000, 0.3),
    plan(10_000, 2),
    plan(100_000, 25),
    up(1_000, 1.5),
    up(10_000, 15),
    { what: "first up, growth exponent", limit: 1.1, unit: "", measured: growthExponent(tree, "first up") },
    { what: "no-op plan, growth exponent", limit: 1.1, unit: "", measured: growthExponent(tree, "no-op plan") },
    { what: "first up of 1000, over the bare loop", limit: 2, unit: "x", measured: engine(1_000)?.times },
    { what: "first up of 10000, over the bare loop", limit: 2, unit: "x", measured: engine(10_000)?.times },
    { what: "engine's share of one step at 1000", limit: 0.5, unit: "CPU-ms", measured: engine(1_000)?.step },
    { what: "engine's share of one step at 10000", limit: 0.5, unit: "CPU-ms", measured: engine(10_000)?.step },
    {
      what: "engine's share of one step, 10000 against 1000",
      limit: 1.2,
      unit: "x",
      measured: ratio(engine(10_000)?.step, engine(1_000)?.step),
    },
    memory(10_000, 300),
    memory(100_000, 2_000),
    shape("chain", `depth ${shapeCount}`),
    shape("star", `fan-out ${shapeCount}`),
  ];
}

export function isReached({ measured, limit }: Verdict): boolean {
  return measured !== undefined && measured <= limit;
}
