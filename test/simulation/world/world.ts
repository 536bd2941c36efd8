import type { Ids } from "../../../packages/base/ids.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { ownThreadChecker } from "../../../src/check-threads/own-thread-checker.ts";
import { catalog } from "../../../src/definitions/resources/catalog.ts";
import type { DocumentStore } from "../../../src/engine/ports/document-store.ts";
import type { Driver, ProviderInstance } from "../../../src/engine/ports/driver.ts";
import { armDriver } from "../../../src/providers/azure/arm-driver.ts";
import { databricksDriver } from "../../../src/providers/databricks/databricks-driver.ts";
import { googleDriver } from "../../../src/providers/google/google-driver.ts";
import { fillNullFields } from "../../../src/providers/null-fields/fill-null-fields.ts";
import { paced } from "../../../src/providers/pacing/paced.ts";
import { driversPerWork } from "../../../src/secrets/drivers-per-work.ts";
import { localOwner } from "../../../src/service/access/local-owner.ts";
import { CheckCache } from "../../../src/service/use-cases/declarations/check-cache.ts";
import type { Deployment } from "../../../src/service/use-cases/deployment.ts";
import { LivenessTracker } from "../../../src/service/use-cases/lease/liveness-tracker.ts";
import { NewestPlan } from "../../../src/service/use-cases/plans/newest-plan.ts";
import { MemoryStore } from "../../memory-store/memory-store.ts";
import { ShapeWitness } from "../../vendor-interfaces/shape-witness.ts";
import { seededConnection } from "../declared/names.ts";
import { EncounterCount } from "../encounters.ts";
import { Random } from "../random.ts";
import type { Scenario, StrangersAct } from "../scenario.ts";
import type { Trace } from "../trace.ts";
import { SimulatedCloud } from "./cloud.ts";
import { CloudMemory } from "./cloud-memory.ts";
import { FaultyStore } from "./faulty-store.ts";
import { KeptInPostgres } from "./kept-in-postgres.ts";
import { KeptInFile, type KeptStore, keptInMemory } from "./kept-store.ts";
import { Network } from "./network.ts";
import { SimulatedProcess } from "./process.ts";
import { plantClient, strangersDeed } from "./strangers.ts";
import { vault } from "./vault.ts";
import { VirtualTime } from "./virtual-time.ts";

export const stack = "dev";

const cloudOrigin = "http://cloud.test";
const someHost = "here";
const minuteMs = 60_000;
const surroundings = {
  environment: {},
  defaults: Object.fromEntries(Object.keys(catalog.providers).map((kind) => [kind, { baseUrl: cloudOrigin }])),
};

/** One process of ours with what it is made of. */
export interface Member {
  readonly process: SimulatedProcess;
  readonly deployment: Deployment;
}

/** Everything outside the engine: time, platforms, network, store, and the processes in which the engine runs. */
export class World {
  readonly trace: Trace;
  readonly time = new VirtualTime(Date.parse("2026-01-01T00:00:00Z"));
  readonly storage: CloudMemory;
  readonly network: Network;
  readonly store: FaultyStore;
  readonly met = new EncounterCount();
  readonly memory: MemoryStore;
  /** What is durable: the memory, or a database. */
  readonly kept: KeptStore;
  /** Holds every reply of the platforms against their vendors' interfaces. */
  readonly witness = new ShapeWitness();
  /** When what a stranger began last has ended. */
  strangersUntil = 0;
  readonly #scenario: Scenario;
  readonly #cloud: SimulatedCloud;
  readonly #ids: Ids;
  readonly #vault = vault();
  readonly #processes: SimulatedProcess[] = [];
  readonly #checkCache = memoOverAll();
  readonly #around: (deployment: Deployment) => Deployment;
  #clockOffsetMs = 0;
  /** By how much the clock of our machines was wrong, from each moment on. */
  readonly #clockSettings: { readonly sinceMs: number; readonly offsetMs: number }[] = [];

  /** `around`: what takes the place of each process's deployment. */
  constructor(scenario: Scenario, trace: Trace, around: (deployment: Deployment) => Deployment = (same) => same) {
    const { seed } = scenario;
    this.#around = around;
    const { time } = this;
    this.#scenario = scenario;
    this.trace = trace;
    this.#ids = seededIds(seed);
    this.storage = new CloudMemory(() => time.now);
    const cloudIds = seededIds(seed + 1);
    this.#cloud = new SimulatedCloud(this.storage, cloudIds, scenario, () => time.now, this.witness);
    const note = (line: string) => trace.note(`${time.now} ${line}`);
    const cloud = this.#cloud;
    const before = (act: StrangersAct) => strangersDeed(act, scenario, this);
    const asStranger = (method: string, path: string, body: string) =>
      this.strangersCall(method, path, JSON.parse(body) as Json) !== null;
    this.network = new Network({
      scenario,
      time,
      storage: this.storage,
      cloud,
      before,
      asStranger,
      note,
      meet: this.met.meet,
    });
    this.memory = new MemoryStore(this.#ids);
    this.kept = this.#keptOf(scenario);
    // The faults of a database strike its connections.
    const faults = scenario.store === undefined ? scenario.storeFaults : [];
    this.store = new FaultyStore({ seed, time, kept: this.kept, faults, note });
    this.plantFound();
  }

  #keptOf({ store, storeFaults }: Scenario): KeptStore {
    if (store === "sqlite") return new KeptInFile(this.#ids, storeFaults);
    if (store === "postgres") return new KeptInPostgres(this.#ids, this.time, storeFaults, this.met.meet);
    return keptInMemory(this.memory);
  }

  /** What was sealed, by the ids of markers. */
  get sealed(): ReadonlyMap<string, Json> {
    return this.#vault.values;
  }

  note(line: string): void {
    this.trace.note(`${this.time.now} ${line}`);
  }

  /** Starts a process for an actor. */
  start(actor: number): Member {
    const { time, network, store } = this;
    const pid = this.#processes.length + 1;
    const isNeighbour = this.#scenario.actors[actor]?.isNeighbour !== false;
    const process = new SimulatedProcess(pid, time, () => time.now + this.#clockOffsetMs);
    this.#processes.push(process);
    const exchange = network.exchangeOf(process);
    const random = new Random(this.#scenario.seed, `pace ${pid}`);
    const dressed = (driver: Driver) =>
      paced(fillNullFields(driver, catalog), { clock: process.clock, random: () => random.next() });
    const drivers: Readonly<Record<string, () => Driver>> = {
      google: () => dressed(googleDriver(exchange)),
      azure: () => dressed(armDriver(exchange)),
      databricks: () => dressed(databricksDriver(exchange)),
    };
    const made = new Map<string, Driver>();
    const driverOf = ({ kind }: ProviderInstance): Driver => {
      const driver = made.get(kind) ?? drivers[kind]?.();
      if (driver === undefined) throw new Error(`no driver of kind ${kind}`);
      made.set(kind, driver);
      return driver;
    };
    const own = { store: store.storeOf(process), documentStore: ofOneProcess(this.kept.storeOf(pid).documentStore) };
    const deployment: Deployment = {
      version: "0",
      catalog,
      ...own,
      movesFinished: async () => {},
      vault: this.#vault,
      sealedTexts: { sealText: async (text) => text, openText: async (sealed) => sealed },
      driverOf: driversPerWork(driverOf, catalog),
      cloudIdOf: (provider) => driverOf(provider).cloudId(provider),
      whyUntrusted: async () => null,
      surroundings,
      checker: ownThreadChecker(catalog),
      checkCache: this.#checkCache,
      clock: process.clock,
      ids: this.#ids,
      holder: { host: isNeighbour ? someHost : `host of ${actor}`, pid },
      authority: localOwner,
      isDead: (holder) => {
        const host = isNeighbour ? someHost : `host of ${actor}`;
        return holder.host === host && this.#processes[holder.pid - 1]?.isAlive === false;
      },
      liveness: new LivenessTracker(),
      newestPlan: new NewestPlan(),
    };
    return { process, deployment: this.#around(deployment) };
  }

  /** The moment at which the clock of our machines showed a time: the last one so far, where it has shown it twice. */
  momentOf(shownMs: number): number {
    const { now } = this.time;
    const setting = this.#clockSettings.findLast(
      ({ sinceMs, offsetMs }) => shownMs - offsetMs >= sinceMs && shownMs - offsetMs <= now,
    );
    return shownMs - (setting?.offsetMs ?? 0);
  }

  /**
   * Sets the clock of our machines; the platforms keep their own. By our clock alone we tell how long a read may lag
   * behind, so when it is set forward by minutes all reads have caught up.
   */
  setClock(byMs: number): void {
    this.#clockOffsetMs += byMs;
    this.#clockSettings.push({ sinceMs: this.time.now, offsetMs: this.#clockOffsetMs });
    if (byMs > minuteMs) this.network.caughtUpMs = this.time.now;
    if (byMs > 0) this.network.listsCaughtUpMs = this.time.now;
  }

  /** What asks the store alone, past its port: it takes no time, draws no chance, and reaches no platform. */
  get bystander(): Deployment {
    const { time } = this;
    const { judged } = this.kept;
    return {
      version: "0",
      catalog,
      store: judged,
      documentStore: judged.documentStore,
      movesFinished: async () => {},
      vault: this.#vault,
      sealedTexts: { sealText: async (text) => text, openText: async (sealed) => sealed },
      driverOf: noDriver,
      cloudIdOf: noDriver,
      whyUntrusted: async () => null,
      surroundings,
      checker: ownThreadChecker(catalog),
      checkCache: this.#checkCache,
      clock: time.clock,
      ids: this.#ids,
      holder: { host: "bystander", pid: 0 },
      authority: localOwner,
      isDead: () => false,
      liveness: new LivenessTracker(),
      newestPlan: new NewestPlan(),
    };
  }

  /** A call by somebody else, at once and without any fault; null when it is refused. */
  strangersCall(method: string, path: string, body?: Json): JsonObject | null {
    const { storage } = this;
    const { sender, lagMs } = storage;
    storage.sender = { pid: null, call: 0, isRepetition: false };
    storage.lagMs = 0;
    const request = { method, url: `${cloudOrigin}/${path.replace(/^\/+/, "")}`, headers: {} };
    const { status, text } = this.#cloud.reply(request, body === undefined ? "" : JSON.stringify(body), "stranger");
    storage.sender = sender;
    storage.lagMs = lagMs;
    this.strangersUntil = this.time.now + this.#scenario.operationMs;
    this.note(`stranger ${method} ${path} ${status}`);
    if (status >= 400) return null;
    return text === "" ? {} : (JSON.parse(text) as JsonObject);
  }

  /**
   * Has what the `get` nodes and look-ups read, and the clients of credentials that no slot makes, there before us, or
   * again.
   */
  plantFound(): void {
    for (const [slot, { kind, leansOn }] of this.#scenario.blueprints.entries()) {
      if (kind === "lookup") this.#cloud.plant("arm", "privateEndpointConnection", seededConnection);
      if ((kind === "get" || kind === "credential") && leansOn === null) plantClient(slot, this);
    }
  }
}

/** What checks came to, beside the store as the product keeps it: one for all processes. */
function memoOverAll(): CheckCache {
  const texts = new Map<string, string>();
  return new CheckCache(
    {
      read: (key) => texts.get(key) ?? null,
      write: (key, text) => {
        texts.set(key, text);
      },
    },
    "simulated",
  );
}

/** Each byte as two hex digits. */
const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Ids from a seed, as long and as plain as the machine's. */
function seededIds(seed: number): Ids {
  const random = new Random(seed, "ids");
  let drawn = 0;
  const hex = (value: number) =>
    `${bytes[value >>> 24]}${bytes[(value >>> 16) & 255]}${bytes[(value >>> 8) & 255]}${bytes[value & 255]}`;
  return {
    unique: () => {
      drawn += 1;
      return `${hex(drawn)}${hex(random.below(2 ** 32))}${hex(random.below(2 ** 32))}${hex(random.below(2 ** 32))}`;
    },
    suffix: (length) => {
      let text = "";
      while (text.length < length) text += random.below(36).toString(36);
      return text;
    },
  };
}

function noDriver({ kind }: ProviderInstance): never {
  throw new Error(`no driver of kind ${kind}`);
}

/** A register of one process over the papers of all: what the process remembers of it dies with it. */
function ofOneProcess(documentStore: DocumentStore): DocumentStore {
  return { ...documentStore, changes: (name, signal) => documentStore.changes(name, signal) };
}
