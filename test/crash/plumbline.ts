import { join } from "node:path";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Ids } from "../../packages/base/ids.ts";
import type { Json } from "../../packages/base/json/json.ts";
import { armLocal } from "../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { loadConditionLanguage } from "../../packages/local-cloud/google/iam/condition-language.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { ownThreadChecker } from "../../src/check-threads/own-thread-checker.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import type { Driver, ProviderInstance } from "../../src/engine/ports/driver.ts";
import { armDriver } from "../../src/providers/azure/arm-driver.ts";
import { databricksDriver } from "../../src/providers/databricks/databricks-driver.ts";
import { googleDriver } from "../../src/providers/google/google-driver.ts";
import { fillNullFields } from "../../src/providers/null-fields/fill-null-fields.ts";
import { paced } from "../../src/providers/pacing/paced.ts";
import { driversPerWork } from "../../src/secrets/drivers-per-work.ts";
import type { KeyPlace } from "../../src/secrets/key-file.ts";
import { SealedSecrets } from "../../src/secrets/sealed-secrets.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { LivenessTracker } from "../../src/service/use-cases/lease/liveness-tracker.ts";
import { NewestPlan } from "../../src/service/use-cases/plans/newest-plan.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { type AtBoundary, watchedFetch, watchedStore } from "./boundaries.ts";
import { IdleClock } from "./idle-clock.ts";

/** What a process starts with and does not find on disk: the time, and how far the ids have been drawn. */
export interface Birth {
  readonly now: number;
  readonly drawn: number;
  readonly pid: number;
  /** Where it runs; of processes elsewhere nobody knows whether they live. */
  readonly host: string;
}

export const firstBirth: Birth = { now: Date.parse("2027-01-15T09:30:00Z"), drawn: 0, pid: 1, host: "here" };

/** The key that lies on the machine apart from what it protects: every process finds the same. */
const keyOfMachine: KeyPlace = {
  name: "the machine's key",
  read: () => [{ key: Buffer.alloc(32, 7), promote: () => {}, discard: () => {} }],
  make: () => Buffer.alloc(32, 7),
  prepare: () => {
    throw new Error("no case turns the key");
  },
};

/** Who we are to the cloud, and who everybody else is. */
export const ourselves = "admin@local.example";
const stranger = "stranger@local.example";

export const stateFile = "state.db";
export const cloudFile = "cloud.db";

const origin = "http://cloud.test";

// Loading takes real time, in which the clock would take everybody to be waiting.
await loadConditionLanguage();
const never: AtBoundary = () => {};

/**
 * One process of Plumbline over the databases of a directory, with a boundary at every store write and wire call. Time
 * moves only while all is waiting; every other process of the same host that ever held the stack is dead.
 */
export class Plumbline {
  readonly deployment: Deployment;
  readonly #cloud: LocalCloud;
  readonly #close: () => Promise<void>;
  readonly #clock: IdleClock;
  readonly #birth: Birth;
  #drawn: number;

  constructor(dir: string, birth: Birth, operationMs: number, at: AtBoundary = never) {
    this.#birth = birth;
    this.#drawn = birth.drawn;
    const clock = new IdleClock(birth.now);
    this.#clock = clock;
    const stirring: AtBoundary = (boundary) => {
      clock.stir();
      at(boundary);
    };
    const draw = () => {
      this.#drawn += 1;
      return this.#drawn;
    };
    const ids: Ids = {
      unique: () => (2n ** 124n + BigInt(draw())).toString(16),
      suffix: (length) => `x${String(draw()).padStart(length - 1, "0")}`,
    };
    const storage = new LocalStorage(join(dir, cloudFile));
    this.#cloud = new LocalCloud({
      storage,
      vendors: [googleLocal, armLocal, databricksLocal],
      clock,
      ids,
      mode: "documented",
      operationMs,
    });
    const store = new SqliteStore(join(dir, stateFile), ids);
    this.#close = async () => {
      await store.close();
      storage.close();
    };
    const wire: Fetch = async (request) => {
      request.headers.set("authorization", `Bearer local:${ourselves}`);
      return this.#cloud.fetch(request);
    };
    const exchange = exchangeOver(watchedFetch(wire, stirring));
    const secrets = new SealedSecrets(store.sealed, keyOfMachine);
    const pacing = { clock, random: () => 0.5 };
    const drivers = Object.fromEntries(
      [googleDriver(exchange), armDriver(exchange), databricksDriver(exchange)].map((driver) => [
        driver.kind,
        paced(fillNullFields(driver, catalog), pacing),
      ]),
    );
    const driverOf = ({ kind }: ProviderInstance): Driver => {
      const driver = drivers[kind];
      if (driver === undefined) throw new Error(`no driver of kind ${kind}`);
      return driver;
    };
    this.deployment = {
      version: "0",
      catalog,
      store: watchedStore(store, stirring),
      documentStore: store.documentStore,
      movesFinished: async () => {},
      vault: secrets,
      sealedTexts: secrets,
      driverOf: driversPerWork(driverOf, catalog),
      cloudIdOf: (provider) => driverOf(provider).cloudId(provider),
      whyUntrusted: async () => null,
      surroundings: {
        environment: {},
        defaults: Object.fromEntries(Object.keys(drivers).map((kind) => [kind, { baseUrl: origin }])),
      },
      clock,
      ids,
      holder: { host: birth.host, pid: birth.pid },
      authority: localOwner,
      checker: ownThreadChecker(catalog),
      isDead: ({ host, pid }) => host === birth.host && pid !== birth.pid,
      liveness: new LivenessTracker(),
      newestPlan: new NewestPlan(),
    };
  }

  /** With what a process would start that comes after this one, were it to end at this moment. */
  get next(): Birth {
    return { now: this.#clock.now(), drawn: this.#drawn, pid: this.#birth.pid + 1, host: this.#birth.host };
  }

  /** Lets time go by. */
  pass(milliseconds: number): void {
    this.#clock.pass(milliseconds);
  }

  /** A call on the vendors' wire (or the local cloud's control surface) that is not ours; gives the parsed answer. */
  async wire(method: string, path: string, body?: Json): Promise<Json> {
    const response = await this.#cloud.fetch(
      new Request(`${origin}/${path}`, {
        method,
        headers: { authorization: `Bearer local:${stranger}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : (JSON.parse(text) as Json);
  }

  close(): Promise<void> {
    return this.#close();
  }
}
