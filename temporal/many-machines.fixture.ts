import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { PostgresServer } from "../test/contract/postgres-server.ts";
import { type SilentWay, silentWay } from "../test/contract/silent-way.ts";
import { buildBundle } from "../test/e2e/built-bundle.fixture.ts";
import type { Started } from "../test/e2e/run-plumb.fixture.ts";
import { SharedServices } from "../test/e2e/shared-services.fixture.ts";
import { startTemporal, type TemporalServer } from "./temporal-server.ts";

/** What can be killed, and started again over what it has kept. */
export interface Victim {
  readonly name: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** A process of Plumbline's, with ways of its own to the database and to Temporal. */
export interface Machine extends Victim {
  readonly toDatabase: SilentWay;
  readonly toTemporal: SilentWay;
  /** Where it answers; of a worker nothing. */
  readonly url: () => string;
  readonly pid: () => number;
}

/** Two services that only answer and three workers, each as on a machine of its own, over one database and one Temporal. */
export class ManyMachines {
  readonly shared: SharedServices;
  readonly temporal: TemporalServer;
  readonly postgres: PostgresServer;
  readonly services: Machine[] = [];
  readonly workers: Machine[] = [];
  readonly #ways: SilentWay[] = [];
  readonly #program: string;
  #asked = 0;

  private constructor(shared: SharedServices, temporal: TemporalServer, program: string) {
    if (shared.server === null) throw new Error("it is to have a database");
    this.shared = shared;
    this.temporal = temporal;
    this.postgres = shared.server;
    this.#program = program;
  }

  static async start(programs: string, pace = { writeMs: 150, operationMs: 300 }): Promise<ManyMachines> {
    const temporal = await startTemporal();
    const shared = await SharedServices.start(programs, {}, pace);
    const machines = new ManyMachines(shared, temporal, bundleWithTemporal());
    for (const name of ["service-1", "service-2"]) machines.services.push(await machines.#machine(name, "service"));
    for (const name of ["worker-1", "worker-2", "worker-3"])
      machines.workers.push(await machines.#machine(name, "worker"));
    return machines;
  }

  async #machine(name: string, kind: "service" | "worker"): Promise<Machine> {
    const { server } = this.shared;
    const socket = new URL(server?.address.replace("@/", "@h/") ?? "").searchParams.get("host") ?? "";
    const toDatabase = await silentWay(join(socket, ".s.PGSQL.5432"));
    const toTemporal = await silentWay(this.temporal.port);
    this.#ways.push(toDatabase, toTemporal);
    const environment = {
      PLUMB_STORE: `postgres://plumb:${server?.password}@127.0.0.1:${toDatabase.port}/postgres?sslmode=disable`,
      TEMPORAL_ADDRESS: `127.0.0.1:${toTemporal.port}`,
    };
    const place = { environment, within: asOnMachine(name) };
    let running: { readonly process: Started; readonly url: string };
    const start = async () => {
      const driver = ["--driver", "temporal"];
      if (kind === "service") running = await this.shared.open(this.#program, ["--no-worker", ...driver], place);
      else running = { process: await this.shared.openWorker(this.#program, driver, place), url: "" };
    };
    await start();
    return {
      ...{ name, toDatabase, toTemporal },
      url: () => running.url,
      pid: () => running.process.pid,
      kill: async () => {
        running.process.kill();
        await running.process.ended;
      },
      restart: start,
    };
  }

  /** Asks one service after the other until one has answered. */
  async ask(method: string, path: string, body?: object): Promise<string> {
    const token = readFileSync(join(this.shared.root, "admin.token"), "utf8").trim();
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
    };
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (;;) {
      this.#asked += 1;
      const service = this.services[this.#asked % this.services.length];
      const answer = await answered(`${service?.url()}${path}`, { ...sent, signal: AbortSignal.timeout(30_000) });
      if (answer?.ok === true) return answer.text;
      if (answer !== null && answer.status < 500 && answer.status !== 429 && !answer.text.includes("key-in-use"))
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      await sleep(250);
    }
  }

  async stop(): Promise<void> {
    await this.shared.endServices();
    for (const way of this.#ways) way.close();
    await this.temporal.stop();
    await this.shared.stop();
    rmSync(dirname(dirname(this.#program)), { recursive: true, force: true });
  }
}

/** The bundle, where Temporal's libraries are found. */
function bundleWithTemporal(): string {
  const { dependencies } = JSON.parse(readFileSync(fileURLToPath(new URL("../package.json", import.meta.url)), "utf8"));
  const { folder, bundle } = buildBundle(Object.keys(dependencies));
  const libraries = fileURLToPath(new URL("node_modules/@temporalio", import.meta.url));
  symlinkSync(libraries, join(folder, "node_modules", "@temporalio"));
  return bundle;
}

/** Null where no whole answer came. */
async function answered(url: string, sent: RequestInit) {
  try {
    const answer = await fetch(url, sent);
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}

/** Runs a command under a name of its machine: others don't see whether its process lives, and wait for its lease. */
function asOnMachine(name: string): readonly string[] {
  const isPossible = spawnSync("unshare", ["--uts", "true"]).status === 0;
  return isPossible ? ["unshare", "--uts", "sh", "-c", 'hostname "$0"; exec "$@"', name] : [];
}
