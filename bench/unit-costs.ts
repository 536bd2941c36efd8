import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { systemIds } from "../src/composition/machine/system.ts";
import { stackDocuments } from "../src/service/use-cases/stacks/stack-documents.ts";
import { PostgresStore } from "../src/stores/postgres/postgres-store.ts";
import { startPostgres } from "../test/contract/postgres-server.ts";
import { cpuOf, cpuOfAll, statOf } from "./cpu-time.ts";
import { declaration } from "./reference-stack.ts";
import { servePlumb } from "./served-plumb.ts";

/** What one step, one run, one open run and one idle process cost, over one PostgreSQL. */
export interface UnitCosts {
  readonly perRun: Cost;
  /** Of a step that creates an object; the embedded cloud is in the worker's share. */
  readonly perStep: Cost;
  /** Of a process for which there is nothing to do, a second. */
  readonly idleService: Idle;
  readonly idleWorker: Idle;
  /** Of one run that is open, at each look of a worker. */
  readonly openRun: Look;
  /** Of one stack with settings, at each look for stacks whose drift is due. */
  readonly setting: Look;
  /** Of one object, at a look for drift. */
  readonly read: Look;
  /** Megabytes (10^6 bytes) at rest, and the most under this load. */
  readonly serviceMb: readonly [number, number];
  readonly workerMb: readonly [number, number];
}

interface Cost {
  /** Milliseconds of CPU. */
  readonly service: number;
  readonly worker: number;
  readonly postgres: number;
  readonly transactions: number;
  readonly rows: number;
  /** What stays in the database, and what was written to its log. */
  readonly bytes: number;
  readonly logBytes: number;
}

interface Idle {
  readonly cpuMs: number;
  readonly transactions: number;
}

/** Milliseconds of CPU of the process that looks, and of PostgreSQL. */
interface Look {
  readonly transactions: number;
  readonly processMs: number;
  readonly postgresMs: number;
}

const small = { runs: 32, resources: 1 };
const large = { runs: 8, resources: 200 };
const openRuns = 100;
const idleMs = 10_000;
const settingLooks = 200;

/** Measures with processes of its own; they and the database are gone afterwards. It takes about two minutes. */
export async function measureUnitCosts(bundle: string, programs: string): Promise<UnitCosts> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-bench-sizing-"));
  const server = await startPostgres(programs);
  const children: ChildProcess[] = [];
  const client = new pg.Client({ connectionString: server.address });
  process.env["PLUMB_STORE"] = server.address;
  process.env["PLUMB_SECRET_KEY_FILE"] = join(folder, "secret.key");
  try {
    await client.connect();
    const { service, url, admin } = await servePlumb(bundle, folder, children, "--no-worker");
    const api = new Api(url, admin);
    const database = new Database(client);
    const idle = async (child: ChildProcess) =>
      (await overTime(child, database, () => sleep(idleMs))).each(idleMs / 1000);
    const idleService = await idle(service);
    const worker = spawn(process.execPath, [bundle, "worker", "--log-level", "warn"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push(worker);
    await sleep(idleMs);
    const atRest = [residentOf(service), residentOf(worker)] as const;
    const idleWorker = await idle(worker);
    await api.beginRuns("open", openRuns, 1, { approvals: 1, driftEveryMs: 86_400_000, webhooks: [] });
    await sleep(idleMs);
    const looking = await idle(worker);
    const setting = await lookAtSettings(server.address, database);
    await api.cancelAll();
    const watch = { service, worker, database, api };
    const few = await costOf(watch, "small", small);
    const many = await costOf(watch, "large", large);
    const reading = await overTime(service, database, () => api.drift(large.runs));
    const stepCost = (name: keyof Cost) =>
      (many[name] / large.runs - few[name] / small.runs) / (large.resources - small.resources);
    return {
      perStep: combined(stepCost),
      perRun: combined((name) => Math.max(0, few[name] / small.runs - stepCost(name) * small.resources)),
      idleService: { cpuMs: idleService.processMs, transactions: idleService.transactions },
      idleWorker: {
        cpuMs: idleWorker.processMs,
        transactions: Math.max(0, idleWorker.transactions - idleService.transactions),
      },
      openRun: {
        transactions: (looking.transactions - idleWorker.transactions) / openRuns,
        processMs: (looking.processMs - idleWorker.processMs) / openRuns,
        postgresMs: (looking.postgresMs - idleWorker.postgresMs) / openRuns,
      },
      setting,
      read: reading.each(large.runs * large.resources),
      serviceMb: [atRest[0], peakOf(service)],
      workerMb: [atRest[1], peakOf(worker)],
    };
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await client.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const combined = (of: (name: keyof Cost) => number): Cost => ({
  service: of("service"),
  worker: of("worker"),
  postgres: of("postgres"),
  transactions: of("transactions"),
  rows: of("rows"),
  bytes: of("bytes"),
  logBytes: of("logBytes"),
});

interface Watch {
  readonly service: ChildProcess;
  readonly worker: ChildProcess;
  readonly database: Database;
  readonly api: Api;
}

async function costOf(watch: Watch, name: string, work: typeof small): Promise<Cost> {
  const before = await standing(watch);
  await watch.api.beginRuns(name, work.runs, work.resources);
  await watch.api.allEnd();
  const after = await standing(watch);
  return combined((each) => after[each] - before[each]);
}

async function standing({ service, worker, database }: Watch): Promise<Cost> {
  return { service: cpuOf(service.pid), worker: cpuOf(worker.pid), ...(await database.standing()) };
}

/** What a process and the database do meanwhile, and each of so many parts of it. */
async function overTime(
  { pid }: { readonly pid?: number | undefined },
  database: Database,
  meanwhile: () => Promise<unknown>,
) {
  const before = await database.standing();
  const cpu = cpuOf(pid);
  await meanwhile();
  const processMs = cpuOf(pid) - cpu;
  const after = await database.standing();
  const all = {
    processMs,
    transactions: after.transactions - before.transactions,
    postgresMs: after.postgres - before.postgres,
  };
  const each = (parts: number): Look => ({
    processMs: all.processMs / parts,
    transactions: all.transactions / parts,
    postgresMs: all.postgresMs / parts,
  });
  return { each };
}

/** What a look for stacks whose drift is due reads, from this process. */
async function lookAtSettings(address: string, database: Database): Promise<Look> {
  const store = new PostgresStore({ address, ids: systemIds });
  const { documentStore } = store;
  await store.lineages();
  const { each } = await overTime(process, database, async () => {
    for (let look = 0; look < settingLooks; look += 1) {
      await store.lineages();
      await documentStore.list(stackDocuments.settings, { limit: 500 });
    }
  });
  await store.close();
  return each(settingLooks * openRuns);
}

/** The database's own account of itself. */
class Database {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async standing(): Promise<Pick<Cost, "postgres" | "transactions" | "rows" | "bytes" | "logBytes">> {
    // Sessions hand in what they have counted once they have rested for a second.
    await sleep(1500);
    const { rows } = await this.#client.query(
      "SELECT xact_commit + xact_rollback AS transactions, tup_inserted - tup_deleted AS rows, " +
        "pg_backend_pid() AS pid, " +
        "pg_database_size(datname) AS bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS log " +
        "FROM pg_stat_database WHERE datname = current_database()",
    );
    const { transactions, rows: kept, pid, bytes, log } = rows[0];
    return {
      postgres: cpuOfAll(statOf(pid).parent),
      ...{ transactions: Number(transactions), rows: Number(kept), bytes: Number(bytes), logBytes: Number(log) },
    };
  }
}

/** The service's API, as its first admin. */
class Api {
  readonly #url: string;
  readonly #admin: string;
  #open: string[] = [];

  constructor(url: string, admin: string) {
    this.#url = url;
    this.#admin = admin;
  }

  /** Begins a run in each of so many new stacks, which may have settings. */
  async beginRuns(name: string, runs: number, resources: number, settings?: object): Promise<void> {
    for (let number = 0; number < runs; number += 1) {
      const at = `/v1/projects/bench/stacks/${name}-${number}`;
      if (settings !== undefined) {
        await this.#ask("POST", "/v1/projects/bench/stacks", { name: `${name}-${number}` });
        await this.#ask("PUT", `${at}/settings`, settings);
      }
      const text = declaration(resources, "tree").replaceAll(
        /(attachment|client|service)-(?=\d)/g,
        `$1-${name}-${number}-`,
      );
      const plan = { kind: "apply", newStack: settings === undefined, declaration: { file: "plumb.yaml", text } };
      const { digest } = await this.#ask("POST", `${at}/plans`, plan);
      const { run } = await this.#ask("POST", `${at}/runs`, { plan: digest });
      this.#open.push(`${at}/runs/${run}`);
    }
  }

  async allEnd(): Promise<void> {
    for (const path of this.#open)
      for (;;) {
        const { status } = await this.#ask("GET", path);
        if (status === "done") break;
        if (status !== "queued" && status !== "running") throw new Error(`${path} is ${status}`);
        await sleep(250);
      }
    this.#open = [];
  }

  async cancelAll(): Promise<void> {
    for (const path of this.#open) await this.#ask("POST", `${path}:cancel`);
    this.#open = [];
  }

  /** Looks for drift at so many of the large stacks. */
  async drift(stacks: number): Promise<void> {
    for (let number = 0; number < stacks; number += 1)
      await this.#ask("GET", `/v1/projects/bench/stacks/large-${number}/drift`);
  }

  async #ask(method: string, path: string, body?: object): Promise<Readonly<Record<string, string>>> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#admin}`,
        ...(method === "PUT" ? { "if-none-match": "*" } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Readonly<Record<string, string>>;
  }
}

const memoryOf = ({ pid }: ChildProcess, which: string) =>
  (Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024) / 1e6;
const residentOf = (child: ChildProcess) => memoryOf(child, "VmRSS");
const peakOf = (child: ChildProcess) => memoryOf(child, "VmHWM");
