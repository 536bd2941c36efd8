import { getEventListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { EmbeddedAccess } from "../../src/composition/cloud/embedded-access.ts";
import { policyOfEnvironment } from "../../src/composition/cloud/environment-policy.ts";
import { openDeploymentParts } from "../../src/composition/deployment-parts.ts";
import { driversOver } from "../../src/composition/drivers.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { EventLoopTurns } from "../../src/composition/service/event-loop-turns.ts";
import { shippedProduct } from "../../src/composition/vendors.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import type { Driver } from "../../src/engine/ports/driver.ts";
import { apiFetch, applicationOf } from "../../src/http/fetch-api.fixture.ts";
import { type Listener, listen } from "../../src/http/listen.ts";
import { passagesBy } from "../../src/providers/credentials/passages.ts";
import { VendorAccesses } from "../../src/providers/credentials/vendor-accesses.ts";
import { driversPerWork } from "../../src/secrets/drivers-per-work.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { OpenedStreams } from "../api/opened-streams.ts";
import { findPostgres, startPostgres } from "../contract/postgres-server.ts";
import { MemoryStore } from "../memory-store/memory-store.ts";
import type { Sent } from "./varied-requests.fixture.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** A leak that is put back, so that it is seen that the gate notices it. */
export interface Leaks {
  readonly aroundDoor?: (door: Fetch) => Fetch;
  readonly aroundDrivers?: (drivers: DriverOf) => DriverOf;
}

export type DriverOf = ReturnType<typeof driversOver>;

/**
 * A service without access control over a store, with the real drivers and the embedded cloud, and what is open in it.
 */
export interface Served {
  readonly listener: Listener;
  readonly opened: OpenedStreams;
  /** Drivers that something still holds. */
  readonly drivers: () => number;
  readonly ending: AbortSignal;
  close(): Promise<void>;
}

const programs = findPostgres();

const nowhere: Exchange = () => Promise.reject(new Error("nothing is sent"));

/** The stores that this machine has. */
export const kinds = ["SQLite", "memory", ...(programs === undefined ? [] : ["PostgreSQL"])] as const;

/** Starts what the store needs, and serves over it. */
export async function openServed(kind: (typeof kinds)[number], leaks: Leaks = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-leaks-"));
  const postgres = kind === "PostgreSQL" ? await startPostgres(programs ?? "") : null;
  const environment: Readonly<Record<string, string>> =
    postgres === null ? {} : { PLUMB_STORE: postgres.address, PLUMB_SECRET_KEY_FILE: join(folder, "a.key") };
  const parts = openDeploymentParts({
    ...{ version: "0", dir: kind === "SQLite" ? folder : ":memory:", environment },
    ...{ clock: systemClock, ids: systemIds, network: nowhere },
  });
  const counted = countedDrivers(parts.localCloud, environment);
  const driverOf = (leaks.aroundDrivers ?? ((each) => each))(counted.driverOf);
  const opened = new OpenedStreams();
  const deployment = opened.around<Deployment>({
    ...parts.deployment,
    ...(kind === "memory" ? inMemory() : {}),
    driverOf: driversPerWork((provider, { stack }) => driverOf(provider, stack), catalog),
  });
  const dispatcher = new RunDispatcher({ deployment, serves: true });
  const ending = new AbortController().signal;
  const door = apiFetch({ deployment, dispatcher, access: null, audit: null, ending });
  const listener = await listen(applicationOf((leaks.aroundDoor ?? ((each) => each))(door)), {
    host: "127.0.0.1",
    port: 0,
    tls: null,
    pieces: new EventLoopTurns(systemClock.elapsed),
  });
  const close = async () => {
    await dispatcher.drain();
    await listener.stop(0);
    await parts.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { listener, opened, ending, drivers: counted.alive, close };
}

function inMemory(): Pick<Deployment, "store" | "documentStore"> {
  const store = new MemoryStore(systemIds);
  return { store, documentStore: store.documentStore };
}

/** The drivers as the command composes them, each counted as long as something holds it. */
function countedDrivers(local: Exchange, environment: Readonly<Record<string, string>>) {
  const made: DriverOf = driversOver({
    ...{ product: shippedProduct, local: new EmbeddedAccess(local, () => []) },
    exchangeOf: () => nowhere,
    passages: passagesBy(policyOfEnvironment(environment), new VendorAccesses(shippedProduct.vendors)),
    clock: systemClock,
    isReadOnly: false,
  });
  const seen = new Map<number, WeakRef<Driver>>();
  const known = new WeakSet<Driver>();
  let next = 0;
  const driverOf: DriverOf = (provider, stack) => {
    const driver = made(provider, stack);
    if (!known.has(driver)) {
      known.add(driver);
      seen.set(next, new WeakRef(driver));
      next += 1;
    }
    return driver;
  };
  const alive = () => {
    for (const [key, each] of seen) if (each.deref() === undefined) seen.delete(key);
    return seen.size;
  };
  return { driverOf, alive };
}

/** Sends over a connection of its own; gives the body, or what had come of it. */
export function send({ method, path, body, headers = {}, leaves }: Sent, { listener }: Served): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve) => {
    const asked = request(`${listener.url}${path}`, {
      method,
      agent: false,
      headers: { ...type, ...headers },
    });
    let came = "";
    asked.on("error", () => resolve(came));
    asked.on("close", () => resolve(came));
    asked.on("response", (answer) => {
      answer.on("error", () => {});
      answer.setEncoding("utf8").on("data", (part: string) => {
        came += part;
        if (leaves === "in the middle") asked.destroy();
      });
      // A stream that has nothing to say yet is left all the same.
      if (leaves === "in the middle") setTimeout(() => asked.destroy(), 20).unref();
    });
    asked.end(text);
    if (leaves === "at once") setImmediate(() => asked.destroy());
  });
}

/** What is held open, counted. */
export function held({ opened, ending }: Served): Readonly<Record<string, number>> {
  const resources = process.getActiveResourcesInfo();
  const of = (...names: readonly string[]) => resources.filter((each) => names.includes(each)).length;
  return {
    feeds: opened.open,
    timers: of("Timeout"),
    sockets: of("TCPSocketWrap", "TLSWrap"),
    servers: of("TCPServerWrap"),
    listeners: getEventListeners(ending, "abort").length + process.eventNames().length,
  };
}

/** What is held once it is as expected, or has not become so after so many looks, 50 ms apart. */
export async function atRest(
  to: Served,
  expected: ReturnType<typeof held>,
  most = 200,
): Promise<ReturnType<typeof held>> {
  let now = held(to);
  for (let looks = 0; looks < most && !isDeepStrictEqual(now, expected); looks += 1) {
    await pause(50);
    now = held(to);
  }
  return now;
}

/** Bytes, after what is no longer needed is gone. */
export function heapInUse(): number {
  for (let times = 0; times < 4; times += 1) collect();
  return process.memoryUsage().heapUsed;
}

/** How many drivers are held. What is no longer needed goes in turns of its own. */
export async function driversAtRest({ drivers }: Served, most: number): Promise<number> {
  for (let looks = 0; looks < 20 && drivers() > most; looks += 1) {
    collect();
    await pause(20);
  }
  return drivers();
}

/** Sends so many requests, eight at once. */
export async function inTurn(all: Iterator<Sent>, number: number, to: Served): Promise<void> {
  const atOnce = 8;
  for (let sent = 0; sent < number; sent += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => send(all.next().value as Sent, to)));
}
