import { cpus } from "node:os";
import process from "node:process";
import { renewEveryMs } from "../src/service/use-cases/lease/held-lease.ts";
import { figure, table } from "./report.ts";
import { type Demand, demandsOf, demandTable, type Habits, type Load, workersFor } from "./scale-model.ts";
import type { UnitCosts } from "./unit-costs.ts";

const load: Load = {
  stacks: 100_000,
  resources: 10_000_000,
  runsAtOnce: 1_000,
  parallel: 10,
  stepSeconds: 2,
  driftChecks: 1,
};
/** `run-dispatcher.ts`, `own-driver.ts`, `take-up.ts`, `postgres-store.ts`. */
const habits: Habits = {
  runsPerWorker: 16,
  sessionsPerProcess: 8,
  renewSeconds: renewEveryMs / 1000,
  runPollSeconds: 1,
  watchedLeases: 20,
  watchSeconds: 0.4,
  driftPollSeconds: 5,
};

/** The page of what was measured, and of what follows from it at 100 000 stacks. */
export function sizingPage(costs: UnitCosts): string {
  return `${unitCostsText(costs)}
${modelText(costs)}`;
}

function unitCostsText({ perRun, perStep, idleService, idleWorker, openRun, setting, read, ...memory }: UnitCosts) {
  const { serviceMb, workerMb } = memory;
  return `# Sizing

Written by \`npm run bench:sizing -- --write\`; do not edit by hand. How services, workers and PostgreSQL are set up:
[run it on many machines](run-many-machines.md).

Measured on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, with PostgreSQL, one
service and one worker as processes of their own, beside other work of the machine. CPU is what the system accounts to
each process. The worker has the local cloud in it, so a step at a real vendor costs it less.

## Unit costs

${table(
  ["CPU in ms", "service", "worker", "PostgreSQL", "transactions", "rows kept", "KB kept", "KB of log"],
  [
    ["a run, from plan to end", ...cellsOf(perRun)],
    ["each step of it: one object is created", ...cellsOf(perStep)],
  ],
)}

${table(
  ["CPU in ms", "process", "PostgreSQL", "transactions"],
  [
    ["an open run, at each look of a worker (1 s)", ...lookCells(openRun)],
    ["a stack with settings, at each look for what is due (5 s)", ...lookCells(setting)],
    ["an object, at a look for drift", ...lookCells(read)],
  ],
)}

${table(
  ["process", "MB at rest", "MB at most", "CPU at rest, ms a second", "transactions at rest, a second"],
  [
    ["service", ...serviceMb.map(figure), figure(idleService.cpuMs), figure(idleService.transactions)],
    ["worker", ...workerMb.map(figure), figure(idleWorker.cpuMs), figure(idleWorker.transactions)],
  ],
)}

The memory is that of stacks of 200 objects. Large plans take more: [benchmarks](benchmarks.md). What runs cost that
Temporal drives is [measured apart](many-machines.md#what-runs-on-temporal-cost); a run is 11 events of its history, and
8 more for each wait.

## A start

| for, with room to spare | services | workers | PostgreSQL |
|---|---|---|---|
| up to 16 runs at once | 1 with its own worker, 1 GB | - | 1 core, 1 GB |
| up to 50 runs at once | 2, 1 GB each | 3, 1 GB each | 2 cores, 4 GB |
| up to 200 runs at once | 2, 2 GB each | 13, 1 GB each | 4 cores, 8 GB, 200 connections |

A worker carries out ${habits.runsPerWorker} runs at once, and each process takes up to ${habits.sessionsPerProcess}
connections. A core of PostgreSQL carries about ${rounded(1000 / perStep.postgres)} steps a second, one of a worker
about ${rounded(1000 / perStep.worker)}; platforms are slower.
`;
}

function modelText(costs: UnitCosts): string {
  const { perRun, perStep } = costs;
  const { stacks, resources, runsAtOnce, stepSeconds } = load;
  const workers = workersFor(load, habits);
  const demands = demandsOf(load, habits, costs);
  const [first, second] = demands;
  const perWorker = ((first?.workers ?? 0) + (second?.workers ?? 0)) / workers;
  const lifted = demands.map((each) => liftedOf(each, workers));
  return `## 100 000 stacks

A model, not a measurement: the unit costs above times how often each thing happens. ${inWords(stacks)} stacks with
${inWords(resources)} resources, ${inWords(runsAtOnce)} runs at once with ${load.parallel} steps each under way, a
platform that takes ${stepSeconds} s a step, drift looked for once a day. That takes ${workers} workers.

${demandTable(demands)}

- **First to break: ${first?.what}.** Each worker reads each open run once a second, so the cost grows with workers
  times runs. It needs ${first?.postgres.toFixed(0)} cores of PostgreSQL for nothing but looking.
- **Second: ${second?.what}.** Each worker reads the settings of all stacks every ${habits.driftPollSeconds} s.
- Together the two take ${figure(perWorker)} cores of each worker, and a worker has one: its looks come late long before
  that, and then its leases.
- **Third: connections.** ${workers} workers and some services take up to ${(workers + 4) * habits.sessionsPerProcess},
  and PostgreSQL has 100 unless it is told otherwise.
- The steps themselves are no trouble, nor are leases: ${figure(runsAtOnce / habits.renewSeconds)} renewals a second.
- Room: about ${gigabytes(resources * perStep.bytes)} GB for what is there, and
  ${figure((perRun.bytes + 100 * perStep.bytes) / 1e6)} MB more for each run of 100 steps, until \`plumb prune\` takes
  old ones away.

What lifts each, none of which is done yet:

- **Looks at open runs.** A worker looks at its share of them alone, by a hash of their ids and the number of workers
  that give a sign of life. The cost grows with runs, and not with workers any more.
- **Looks for what is due.** The moment of the next look stands in the row, with an index: a worker asks for what is
  due now, and gets that alone.
- **Connections.** More runs a worker (16 is a constant), so that there are fewer workers; or fewer connections a
  worker, since most wait.

With the first two, by the same model:

${demandTable(lifted)}
`;
}

const inWords = (count: number) => String(count).replaceAll(/(?<=\d)(?=(\d{3})+$)/g, " ");
const rounded = (count: number) => inWords(Number(count.toPrecision(1)));
const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(0);

function cellsOf({ service, worker, postgres, transactions, rows, bytes, logBytes }: UnitCosts["perRun"]) {
  return [service, worker, postgres, transactions, rows, bytes / 1e3, logBytes / 1e3].map(figure);
}

function lookCells({ processMs, postgresMs, transactions }: UnitCosts["read"]) {
  return [processMs, postgresMs, transactions].map((value) => value.toFixed(2));
}

/** What is left of a demand once each open run is looked at by one worker, and settings only when they are due. */
function liftedOf(each: Demand, workers: number): Demand {
  const parts = partsOf(each.what, workers);
  const { what, postgres, workers: cores, transactions } = each;
  return { what, postgres: postgres / parts, workers: cores / parts, transactions: transactions / parts };
}

function partsOf(what: string, workers: number): number {
  if (what.startsWith("looks at open runs")) return workers;
  if (!what.startsWith("looks for stacks")) return 1;
  return (workers * 86_400) / habits.driftPollSeconds / load.driftChecks;
}
