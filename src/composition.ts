import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./base/clock.ts";
import { Fault } from "./base/fault.ts";
import type { Fetch } from "./base/fetch.ts";
import type { Ids } from "./base/ids.ts";
import { invariant } from "./base/invariant.ts";
import type { JsonObject } from "./base/json.ts";
import { armDriver } from "./clouds/arm/driver/arm-driver.ts";
import { armLocal } from "./clouds/arm/local/arm-local.ts";
import { type Machine, vendorFetch } from "./clouds/credentials/vendor-fetch.ts";
import { databricksDriver } from "./clouds/databricks/driver/databricks-driver.ts";
import { databricksLocal } from "./clouds/databricks/local/databricks-local.ts";
import { googleDriver } from "./clouds/google/driver/google-driver.ts";
import { googleLocal } from "./clouds/google/local/google-local.ts";
import { LocalCloud } from "./clouds/ground/local-cloud.ts";
import { LocalStorage } from "./clouds/ground/local-storage.ts";
import type { LocalMode } from "./clouds/ground/local-vendor.ts";
import { paced } from "./clouds/pacing/paced.ts";
import { readable } from "./clouds/pacing/readable.ts";
import { catalog } from "./definitions/resources/catalog.ts";
import { application } from "./doors/http/application.ts";
import type { Driver, ProviderInstance } from "./engine/ports/driver.ts";
import type { Secrets } from "./engine/ports/secrets.ts";
import type { LeaseHolder } from "./engine/ports/store.ts";
import { localOwner } from "./service/access/local-owner.ts";
import { keyFile, keyInMemory } from "./stores/sealed/key-file.ts";
import { SealedSecrets } from "./stores/sealed/sealed-secrets.ts";
import { sealing } from "./stores/sealed/sealing-driver.ts";
import { SqliteDoctor } from "./stores/sqlite/sqlite-doctor.ts";
import { SqliteStore } from "./stores/sqlite/sqlite-store.ts";

/** Where the embedded cloud lives; no name server knows it, only the composed fetch does. */
const localCloudOrigin = "http://cloud.plumbline.local";

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

const suffixAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Random bytes are drawn from the system for many ids at once. */
let pool = Buffer.alloc(0);

function randomHex(bytes: number): string {
  if (pool.length < bytes) pool = randomBytes(4096);
  const text = pool.toString("hex", 0, bytes);
  pool = pool.subarray(bytes);
  return text;
}

export const systemIds: Ids = {
  unique: () => randomHex(16),
  // 36 does not divide 256; for a name's suffix the slight skew does not matter.
  suffix: (length) => Array.from(randomBytes(length), (byte) => suffixAlphabet[byte % suffixAlphabet.length]).join(""),
};

export interface EmbeddedOptions {
  readonly version: string;
  /** State directory; made when missing. `:memory:` keeps nothing. */
  readonly dir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How requests to real vendors leave the process. */
  readonly network: Fetch;
  /** What may be asked of the machine: its identity, its name service. Left out: only the environment gives credentials. */
  readonly machine?: Machine | undefined;
  /** Stands around the embedded cloud: sees all that it is asked and answers. Left out: nothing does. */
  readonly aroundCloud?: ((cloud: Fetch) => Fetch) | undefined;
}

/** Everything in one process: store, embedded cloud, drivers, service, HTTP application. */
export interface Embedded {
  readonly api: Fetch;
  /** The embedded cloud on its own, for serving it. */
  readonly localCloud: Fetch;
  close(): Promise<void>;
}

/**
 * Puts a whole Plumbline together. Store and embedded cloud are opened on first use, so that what needs neither (`check`)
 * makes no state directory. `PLUMB_CLOUD=vendors` points providers at the vendors instead of the embedded cloud.
 */
export function openEmbedded(options: EmbeddedOptions): Embedded {
  const { dir, environment, clock, ids } = options;
  const closers: (() => Promise<void> | void)[] = [];
  let openedStore: SqliteStore | undefined;
  const store = once(() => {
    const opened = new SqliteStore(fileIn(dir, "state.db"), ids);
    closers.push(() => opened.close());
    openedStore = opened;
    return opened;
  });
  const secrets = once(
    () => new SealedSecrets(store().sealed, dir === ":memory:" ? keyInMemory() : keyFile(fileIn(dir, "secret.key"))),
  );
  const cloud = once(() => {
    const storage = new LocalStorage(fileIn(dir, "cloud.db"));
    closers.push(() => storage.close());
    return new LocalCloud({
      storage,
      vendors: [googleLocal, armLocal, databricksLocal],
      clock,
      ids,
      mode: localMode(environment["PLUMB_LOCAL_MODE"]),
      operationMs: Number(environment["PLUMB_LOCAL_OPERATION_MS"] ?? 0),
    });
  });
  const { aroundCloud = (fetch) => fetch } = options;
  const localCloud = aroundCloud(async (request) => cloud().fetch(request));
  const isLocal = (environment["PLUMB_CLOUD"] ?? "local") === "local";
  const api = application({
    localCloud,
    // Never makes the directory, and looks at a file that nobody of this process has open.
    doctor:
      dir === ":memory:"
        ? undefined
        : () => {
            openedStore?.letGo();
            return new SqliteDoctor(join(dir, "state.db"), { clock, ids });
          },
    deployment: {
      version: options.version,
      catalog,
      get store() {
        return store();
      },
      get secrets() {
        return secrets();
      },
      driverOf: driversOver((provider) => authenticatedFetch(provider, localCloud, options), clock, secrets),
      surroundings: { environment, defaults: isLocal ? localDefaults() : {} },
      clock,
      ids,
      holder: { host: hostname(), pid: process.pid },
      isDead,
      authority: localOwner,
    },
  });
  return {
    api,
    localCloud,
    close: async () => {
      for (const close of closers) await close();
    },
  };
}

/** The path of a file in the state directory, which is made when missing. */
function fileIn(dir: string, file: string): string {
  if (dir === ":memory:") return dir;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Fault("store-failed", `the state directory ${dir} can't be made`, { cause });
  }
  return join(dir, file);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function localMode(text: string | undefined): LocalMode {
  return text === "faithful" ? "faithful" : "documented";
}

function localDefaults(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Object.keys(catalog.providers).map((kind) => [kind, { baseUrl: localCloudOrigin }]));
}

const driverMakers: Readonly<Record<string, (fetch: Fetch) => Driver>> = {
  google: googleDriver,
  azure: armDriver,
  databricks: databricksDriver,
};

/** One paced driver per provider instance: credentials and limits belong to the instance, not to the vendor. */
function driversOver(
  fetchOf: (provider: ProviderInstance) => Fetch,
  clock: Clock,
  secrets: () => Secrets,
): (provider: ProviderInstance) => Driver {
  const drivers = new Map<string, Driver>();
  return (provider) => {
    const key = `${provider.kind} ${JSON.stringify(provider.config)}`;
    const known = drivers.get(key);
    if (known !== undefined) return known;
    const make = driverMakers[provider.kind];
    invariant(make !== undefined, `no driver of kind ${provider.kind}`);
    const driver = sealing(
      readable(paced(make(fetchOf(provider)), { clock, random: Math.random }), clock),
      secrets,
      catalog,
    );
    drivers.set(key, driver);
    return driver;
  };
}

/** The fetch of one provider: into the embedded cloud as the principal it names, or out to the vendor with credentials. */
function authenticatedFetch(
  provider: ProviderInstance,
  local: Fetch,
  { environment, network, machine, clock, version }: EmbeddedOptions,
): Fetch {
  const principal = provider.config["localPrincipal"];
  const localToken = `local:${typeof principal === "string" ? principal : "admin@local.example"}`;
  const vendor = vendorFetch(provider, { environment, network, machine, now: () => clock.now(), version });
  return async (request) => {
    if (new URL(request.url).origin !== localCloudOrigin) return vendor(request);
    request.headers.set("authorization", `Bearer ${localToken}`);
    return local(request);
  };
}

/** A holder on this host whose process is gone can't come back. */
function isDead(holder: LeaseHolder): boolean {
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return isZombie(holder.pid);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** A killed process that nobody has waited for still answers to signal 0. Told by the kernel where it has `/proc`. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    return false;
  }
}
