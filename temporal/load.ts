// So many runs of 10 resources (2 000 unless an argument says how many) over 2 services, 3 workers, PostgreSQL and
// Temporal, and the same over one process with SQLite: what each step costs. PLUMB_TEMPORAL_BIN names the server.
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuOf, cpuOfAll } from "../bench/cpu-time.ts";
import { installedPostgres } from "../test/contract/postgres-server.ts";
import { SharedServices } from "../test/e2e/shared-services.fixture.ts";
import { ManyMachines } from "./many-machines.fixture.ts";

const runs = Number(process.argv[2] ?? 2_000);
const resources = 10;
/** So many callers ask for runs at once. */
const callers = 8;
const pace = { writeMs: 0, operationMs: 0 };

type Ask = (method: string, path: string, body?: object) => Promise<string>;

/** Has all runs carried out, each in a stack of its own, and waits for their ends. Throws where one did not end well. */
async function allEnd(ask: Ask, shared: SharedServices): Promise<number> {
  const began = performance.now();
  const begun: string[] = [];
  const stacks = Array.from({ length: runs }, (_, index) => `load${index}`).values();
  const begin = async () => {
    for (const stack of stacks) {
      const at = `/v1/projects/shared/stacks/${stack}`;
      const objects = Array.from({ length: resources }, (_, index) => `${stack}o${index}`);
      const { digest } = JSON.parse(await ask("POST", `${at}/plans`, shared.planOf(objects)));
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
  const writes = await shared.writes();
  if (new Set(writes).size !== runs * resources || writes.length !== runs * resources)
    throw new Error(`${writes.length} writes, and not ${runs * resources}, each once`);
  return performance.now() - began;
}

/** CPU in milliseconds a step that each has used meanwhile, and how long that was. */
async function measured(of: Readonly<Record<string, () => number>>, work: () => Promise<number>) {
  const before = Object.entries(of).map(([name, cpu]) => [name, cpu, cpu()] as const);
  const tookMs = await work();
  const each = before.map(([name, cpu, was]) => [name, (cpu() - was) / (runs * resources)] as const);
  return { seconds: tookMs / 1000, ...Object.fromEntries(each) };
}

const programs = installedPostgres();
if (programs === undefined) throw new Error("there is no PostgreSQL 15 or newer on this machine");
const driven = await overMany(programs);
const alone = await overOne();
process.stdout.write(`${JSON.stringify({ runs, resources, driven, alone }, null, 2)}\n`);

async function overMany(programs: string) {
  const many = await ManyMachines.start(programs, pace);
  const sum = (machines: ManyMachines["services"]) => machines.reduce((cpu, { pid }) => cpu + cpuOf(pid()), 0);
  const of = {
    services: () => sum(many.services),
    workers: () => sum(many.workers),
    Temporal: () => cpuOf(many.temporal.pid()),
    PostgreSQL: () => cpuOfAll(many.postgres.pid()),
  };
  try {
    return await measured(of, () => allEnd((...asked) => many.ask(...asked), many.shared));
  } finally {
    await many.stop();
  }
}

async function overOne() {
  const shared = await SharedServices.start(null, {}, pace);
  try {
    const single = await shared.open();
    const ask: Ask = async (...asked) => (await shared.call(single, ...asked)).text();
    return await measured({ process: () => cpuOf(single.process.pid) }, () => allEnd(ask, shared));
  } finally {
    await shared.endServices();
    await shared.stop();
  }
}
