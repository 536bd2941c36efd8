// What each step costs in milliseconds of CPU: so many runs of 10 resources (2 000 unless an argument says how many) over
// 2 services, 3 workers, PostgreSQL and Temporal, and over one process with PostgreSQL or SQLite, where a quarter of the
// runs is about what each worker has of them. What processes use until they answer, and for the first 50 runs while
// their code is still being compiled, is told apart. PLUMB_TEMPORAL_BIN names the server; `npm run build` comes first.
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuOf, cpuOfAll } from "../bench/cpu-time.ts";
import { installedPostgres } from "../test/contract/postgres-server.ts";
import { plumbProgram, sources } from "../test/e2e/run-plumb.fixture.ts";
import { SharedServices } from "../test/e2e/shared-services.fixture.ts";
import { ManyMachines } from "./many-machines.fixture.ts";

const runs = Number(process.argv[2] ?? 2_000);
const firstRuns = 50;
const resources = 10;
/** So many callers ask for runs at once. */
const callers = 8;
const pace = { writeMs: 0, operationMs: 0 };

type Ask = (method: string, path: string, body?: object) => Promise<string>;

/** Has runs carried out, each in a stack of its own, and waits for their ends. Throws where one did not end well. */
async function allEnd(stacks: readonly string[], ask: Ask, shared: SharedServices): Promise<void> {
  const before = (await shared.writes()).length;
  const begun: string[] = [];
  const left = stacks.values();
  const begin = async () => {
    for (const stack of left) {
      const at = `/v1/projects/shared/stacks/${stack}`;
      const objects = Array.from({ length: resources }, (_, index) => `${stack}o${index}`);
      const { digest } = JSON.parse(await ask("POST", `${at}/plans`, shared.planOf(objects, "", stack)));
      const { run } = JSON.parse(await ask("POST", `${at}/runs`, { plan: digest, parallel: 4 }));
      begun.push(`${at}/runs/${run}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, begin));
  for (const path of begun) {
    for (;;) {
      const { status } = JSON.parse(await ask("GET", path));
      if (status === "done") break;
      if (status !== "queued" && status !== "running") throw new Error(`${path} is ${status}`);
      await sleep(1_000);
    }
  }
  const writes = (await shared.writes()).slice(before);
  const wanted = stacks.length * resources;
  if (new Set(writes).size !== wanted || writes.length !== wanted)
    throw new Error(`${writes.length} writes, and not ${wanted}, each once`);
}

/** CPU in milliseconds that each has used. */
type Used = Readonly<Record<string, () => number>>;

/** What each has used until now, for the first runs, and for each step of the runs after them. */
async function measured(used: Used, runs: number, ask: Ask, shared: SharedServices) {
  const look = () => Object.entries(used).map(([name, cpu]) => [name, cpu()] as const);
  const since = (before: ReturnType<typeof look>, share: number) =>
    Object.fromEntries(before.map(([name, was]) => [name, Number((((used[name]?.() ?? 0) - was) / share).toFixed(2))]));
  const stacks = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const startMs = Object.fromEntries(look());
  const atFirst = look();
  await allEnd(stacks("first", firstRuns), ask, shared);
  const firstStepMs = since(atFirst, firstRuns * resources);
  const before = look();
  const began = performance.now();
  await allEnd(stacks("load", runs), ask, shared);
  const stepMs = since(before, runs * resources);
  return { runs, resources, seconds: Math.round((performance.now() - began) / 1000), startMs, firstStepMs, stepMs };
}

const programs = installedPostgres();
if (plumbProgram === sources) throw new Error("the bundle is older than the sources: npm run build");
if (programs === undefined) throw new Error("there is no PostgreSQL 15 or newer on this machine");
for (const [what, over] of Object.entries({
  "2 services, 3 workers, Temporal, PostgreSQL": () => overMany(programs),
  "one process, PostgreSQL": () => overOne(programs),
  "one process, SQLite": () => overOne(null),
}))
  process.stdout.write(`${JSON.stringify({ what, ...(await over()) })}\n`);

async function overMany(programs: string) {
  const many = await ManyMachines.start(programs, pace);
  const sum = (machines: ManyMachines["services"]) => machines.reduce((cpu, { pid }) => cpu + cpuOf(pid()), 0);
  const used = {
    services: () => sum(many.services),
    workers: () => sum(many.workers),
    Temporal: () => cpuOf(many.temporal.pid()),
    PostgreSQL: () => cpuOfAll(many.postgres.pid()),
  };
  try {
    return await measured(used, runs, (...asked) => many.ask(...asked), many.shared);
  } finally {
    await many.stop();
  }
}

async function overOne(programs: string | null) {
  const shared = await SharedServices.start(programs, {}, pace);
  try {
    const single = await shared.open();
    const ask: Ask = async (...asked) => (await shared.call(single, ...asked)).text();
    const database = shared.server;
    const used = {
      process: () => cpuOf(single.process.pid),
      ...(database === null ? {} : { PostgreSQL: () => cpuOfAll(database.pid()) }),
    };
    return await measured(used, Math.ceil(runs / 4), ask, shared);
  } finally {
    await shared.endServices();
    await shared.stop();
  }
}
