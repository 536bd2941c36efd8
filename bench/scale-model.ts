import { table } from "./report.ts";
import type { UnitCosts } from "./unit-costs.ts";

/** What is to be carried. */
export interface Load {
  readonly stacks: number;
  readonly resources: number;
  readonly runsAtOnce: number;
  /** Steps of a run that are under way at once, and how long a platform takes over one, seconds. */
  readonly parallel: number;
  readonly stepSeconds: number;
  /** Looks for drift at each stack in a day. */
  readonly driftChecks: number;
}

/** What the program does by the clock, as its sources say. Seconds, and counts for one process. */
export interface Habits {
  readonly runsPerWorker: number;
  readonly sessionsPerProcess: number;
  readonly renewSeconds: number;
  readonly runPollSeconds: number;
  /** Leases of runs of others that a worker watches at most, and how often. */
  readonly watchedLeases: number;
  readonly watchSeconds: number;
  readonly driftPollSeconds: number;
}

/** Cores that a part of the load demands, of PostgreSQL and of all workers; and transactions a second. */
export interface Demand {
  readonly what: string;
  readonly postgres: number;
  readonly workers: number;
  readonly transactions: number;
}

/** How many workers the runs take. */
export function workersFor({ runsAtOnce }: Load, { runsPerWorker }: Habits): number {
  return Math.ceil(runsAtOnce / runsPerWorker);
}

/** What each part of the load demands: how often it happens in a second, times what it costs once. */
export function demandsOf(load: Load, habits: Habits, costs: UnitCosts): readonly Demand[] {
  const workers = workersFor(load, habits);
  const { perStep, openRun, setting, read } = costs;
  const times = (what: string, often: number, once: UnitCosts["read"]): Demand => ({
    what,
    postgres: (often * once.postgresMs) / 1000,
    workers: (often * once.processMs) / 1000,
    transactions: often * once.transactions,
  });
  const step = { postgresMs: perStep.postgres, processMs: perStep.worker, transactions: perStep.transactions };
  // A renewal and a look at a lease are one small transaction, as each of those of a look at an open run is.
  const ofLease = { ...openRun, transactions: 1 };
  const all = [
    times("steps", (load.runsAtOnce * load.parallel) / load.stepSeconds, step),
    times("renewals of leases", load.runsAtOnce / habits.renewSeconds, ofLease),
    times("looks at leases", (workers * habits.watchedLeases) / habits.watchSeconds, ofLease),
    times("looks at open runs", (workers * load.runsAtOnce) / habits.runPollSeconds, openRun),
    times("looks for stacks whose drift is due", (workers * load.stacks) / habits.driftPollSeconds, setting),
    times("looks for drift", (load.resources * load.driftChecks) / 86_400, read),
  ];
  return all.toSorted((a, b) => b.postgres - a.postgres);
}

/** The demands as a table, with their sum. */
export function demandTable(demands: readonly Demand[]): string {
  const sum = (of: keyof Omit<Demand, "what">) => demands.reduce((all, each) => all + each[of], 0);
  const row = (what: string, postgres: number, workers: number, transactions: number) => [
    what,
    postgres.toFixed(1),
    workers.toFixed(1),
    transactions.toFixed(0),
  ];
  return table(
    ["what", "cores of PostgreSQL", "cores of workers", "transactions a second"],
    [
      ...demands.map(({ what, postgres, workers, transactions }) => row(what, postgres, workers, transactions)),
      row("all", sum("postgres"), sum("workers"), sum("transactions")),
    ],
  );
}
