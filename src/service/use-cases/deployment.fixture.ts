import type { SteadyClock } from "../../../packages/base/clock.ts";
import { type Exchange, withFields } from "../../../packages/base/exchange/exchange.ts";
import type { Ids } from "../../../packages/base/ids.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { armLocal } from "../../../packages/local-cloud/azure/arm-local.ts";
import { databricksLocal } from "../../../packages/local-cloud/databricks/databricks-local.ts";
import { googleLocal } from "../../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../../packages/local-cloud/runtime/local-storage.ts";
import { ownThreadChecker } from "../../check-threads/own-thread-checker.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { RunEvent, RunSummary } from "../../contract/documents/runs/run-events.ts";
import { catalog } from "../../definitions/resources/catalog.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";
import type { Driver, ProviderInstance } from "../../engine/ports/driver.ts";
import type { SealedRows } from "../../engine/ports/secrets.ts";
import type { Store } from "../../engine/ports/store.ts";
import { armDriver } from "../../providers/azure/arm-driver.ts";
import { databricksDriver } from "../../providers/databricks/databricks-driver.ts";
import { googleDriver } from "../../providers/google/google-driver.ts";
import { fillNullFields } from "../../providers/null-fields/fill-null-fields.ts";
import { driversPerWork } from "../../secrets/drivers-per-work.ts";
import { keyInMemory } from "../../secrets/key-file.ts";
import { SealedSecrets } from "../../secrets/sealed-secrets.ts";
import { SqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import { localOwner } from "../access/local-owner.ts";
import type { Deployment } from "./deployment.ts";
import { LivenessTracker } from "./lease/liveness-tracker.ts";
import { planStack } from "./plans/make-plans.ts";
import { NewestPlan } from "./plans/newest-plan.ts";
import { runPlan } from "./runs/run-events.fixture.ts";

const partMs = 1_000;

/** A Plumbline in memory: the real store, drivers and local clouds, under a clock and ids that the test knows. */
export interface TestDeployment extends Deployment {
  /** Lets time go by. */
  advance(milliseconds: number): void;
  /** Sets the clock forward or back, while no time goes by. */
  setClock(byMs: number): void;
  /** The side table of sealed values. */
  readonly sealed: SealedRows;
  /** What was sent to the clouds: method and path. */
  readonly calls: string[];
  /** A call on a vendor's wire that is not ours, or a seed of the local cloud; throws when it is refused. */
  wire(method: string, path: string, body?: Json): Promise<JsonObject>;
  /** What was written on the platforms so far, by anybody: action and last segment of the object. */
  writes(): Promise<readonly string[]>;
  /** The same world as another process sees it. */
  as(pid: number, isDead?: Deployment["isDead"]): Deployment;
}

const cloudOrigin = "http://cloud.test";

/** `around`: what becomes of the vendors' drivers, for a platform that answers otherwise than the local cloud. */
export interface TestDeploymentOptions {
  readonly around?: (driver: Driver) => Driver;
  /** Left out: a store of its own, in memory. */
  readonly storeOf?: (ids: Ids) => TestStore;
}

/** A store with its documents and its sealed values. */
export type TestStore = Store & { readonly documentStore: DocumentStore; readonly sealed: SealedRows };

export function testDeployment({
  around = (driver) => driver,
  storeOf = (ids) => new SqliteStore(":memory:", ids),
}: TestDeploymentOptions = {}): TestDeployment {
  let now = Date.parse("2026-01-01T00:00:00Z");
  let drawn = 0;
  let elapsed = 0;
  const sleepers = new Map<() => void, number>();
  const advance = (milliseconds: number) => {
    now += milliseconds;
    elapsed += milliseconds;
  };
  /** Time goes by in parts that are shorter than a lease: who holds a stack renews its lease meanwhile. */
  const lapse = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= partMs) {
      advance(Math.min(left, partMs));
      const roused = [...sleepers].filter(([, at]) => at <= elapsed);
      for (const [rouse] of roused) rouse();
      if (roused.length > 0) await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const clock: SteadyClock = {
    now: () => now,
    // Steady clocks give fractions.
    elapsed: () => elapsed + (elapsed % 10) / 16,
    // What can't be called off has its time at once. What can be ends when it is, or when others have slept so long.
    sleep: async (milliseconds, signal) => {
      if (signal === undefined) return lapse(milliseconds);
      await new Promise<void>((resolve, reject) => {
        const end = (then: () => void) => {
          sleepers.delete(wake);
          then();
        };
        const wake = () => end(resolve);
        sleepers.set(wake, elapsed + milliseconds);
        signal.addEventListener("abort", () => end(() => reject(signal.reason)), { once: true });
      });
    },
  };
  const draw = () => {
    drawn += 1;
    return drawn;
  };
  const ids: Ids = {
    unique: () => draw().toString(16).padStart(32, "0"),
    suffix: (length) => draw().toString(36).padStart(length, "0"),
  };
  const cloud = new LocalCloud({
    storage: new LocalStorage(":memory:"),
    vendors: [googleLocal, armLocal, databricksLocal],
    clock,
    ids,
    mode: "documented",
    operationMs: 0,
  });
  const calls: string[] = [];
  const exchange: Exchange = async (request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return cloud.exchange(withFields(request, { authorization: "Bearer local:admin@local.example" }));
  };
  const store = storeOf(ids);
  const secrets = new SealedSecrets(store.sealed, keyInMemory());
  const drivers = {
    google: googleDriver(exchange),
    azure: armDriver(exchange),
    databricks: databricksDriver(exchange),
  };
  const driverOf = ({ kind }: ProviderInstance) => drivers[kind as keyof typeof drivers];
  const deployment: Deployment = {
    version: "0",
    catalog,
    store,
    documentStore: store.documentStore,
    movesFinished: async () => {},
    vault: secrets,
    sealedTexts: secrets,
    driverOf: driversPerWork((provider) => fillNullFields(around(driverOf(provider)), catalog), catalog),
    cloudIdOf: (provider) => driverOf(provider).cloudId(provider),
    whyUntrusted: async () => null,
    surroundings: {
      environment: {},
      defaults: Object.fromEntries(Object.keys(drivers).map((kind) => [kind, { baseUrl: cloudOrigin }])),
    },
    clock,
    ids,
    holder: { host: "here", pid: 1 },
    isDead: () => false,
    liveness: new LivenessTracker(),
    newestPlan: new NewestPlan(),
    authority: localOwner,
    checker: ownThreadChecker(catalog),
  };
  const wire = async (method: string, path: string, body?: Json) => {
    const request = new Request(`${cloudOrigin}/${path}`, {
      method,
      headers: { authorization: "Bearer local:admin@local.example", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await cloud.fetch(request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as JsonObject;
  };
  return {
    ...deployment,
    sealed: store.sealed,
    calls,
    wire,
    writes: async () => {
      const log = await wire("GET", "_local/log");
      const writes = log["writes"] as unknown as readonly { readonly action: string; readonly object: string }[];
      return writes.map(({ action, object }) => `${action} ${object.split("/").at(-1)}`);
    },
    advance,
    setClock: (byMs) => {
      now += byMs;
    },
    as: (pid, isDead = deployment.isDead) => ({
      ...deployment,
      holder: { host: "here", pid },
      isDead,
      liveness: new LivenessTracker(),
      newestPlan: new NewestPlan(),
    }),
  };
}

/** A declaration of endpoint attachments: name and description of each. */
export function attachments(described: Readonly<Record<string, string>>): DeclarationText {
  const entries = Object.entries(described).map(
    ([name, description]) =>
      `  ${name}:\n    type: connectors:EndpointAttachment\n` +
      `    properties: { endpointAttachmentId: ${name}, ` +
      `serviceAttachment: projects/p/regions/r/serviceAttachments/s, description: ${description} }\n`,
  );
  return {
    file: "plumb.yaml",
    text:
      "name: test\nproviders:\n  google: { kind: google, project: acme, region: here }\nresources:\n" +
      `${entries.join("")}`,
    config: {},
  };
}

/** A declaration of whatever resources, under one provider of each kind. */
export function declared(resources: JsonObject, more: JsonObject = {}): DeclarationText {
  const providers = {
    google: { kind: "google", project: "acme", region: "here", zone: "here-b" },
    azure: { kind: "azure", subscriptionId: "s-1" },
    workspace: { kind: "databricks", level: "workspace" },
  };
  return {
    file: "plumb.yaml",
    text: JSON.stringify({ name: "test", providers, resources, ...more }),
    config: {},
  };
}

/** An OAuth client as it is declared, but for what the test says. */
export function client(properties: JsonObject = {}): JsonObject {
  return {
    type: "iam:OAuthClient",
    properties: {
      oauthClientId: "web-portal",
      location: "global",
      allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
      allowedRedirectUris: ["https://portal.acme.example/callback"],
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
      ...properties,
    },
  };
}

/** Where the client of `client()` is on the wire. */
export const clientPath = "v1/projects/acme/locations/global/oauthClients/web-portal";

/**
 * Plans `dev` and carries the plan out; it must end well. `dropAllOf`: providers of which all objects are really gone.
 */
export async function up(
  deployment: Deployment,
  declaration: DeclarationText,
  ...dropAllOf: readonly string[]
): Promise<RunSummary> {
  return done(await run(deployment, await plan(deployment, declaration, dropAllOf)));
}

/** The same for a stack that is named as callers name stacks. */
export async function upAt(stack: string, deployment: Deployment, declaration: DeclarationText): Promise<RunSummary> {
  const digest = await planAt(stack, deployment, declaration);
  return done(summaryOf(await eventsOf(deployment, digest, undefined, stack)));
}

/** Destroys all of `dev`; the run must end well. */
export async function destroyed(deployment: Deployment): Promise<RunSummary> {
  const view = await planStack({ stack: "dev", kind: "destroy", declaration: null, refresh: true }, deployment);
  return done(await run(deployment, view.digest));
}

/** Another hand sets fields of an object of Google's, by its path. */
export async function changedByHand(world: TestDeployment, path: string, values: JsonObject): Promise<void> {
  await world.wire("PATCH", `${path}?updateMask=${Object.keys(values).join(",")}`, values);
}

/** A summary of a run that must have ended well. */
export function done(summary: RunSummary): RunSummary {
  if (summary.status !== "done") throw new Error(`not done: ${JSON.stringify(summary.problems)}`);
  return summary;
}

/** All events of a run. */
export async function eventsOf(
  deployment: Deployment,
  plan: string,
  signal = new AbortController().signal,
  stack = "dev",
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  // What a run does is what these are about, not whether it may.
  const request = { stack, plan, parallel: 4, allowEmpty: true };
  for await (const event of runPlan(request, deployment, signal)) events.push(event);
  return events;
}

/** Runs a plan of `dev` and gives its summary. */
export async function run(deployment: Deployment, plan: string, signal?: AbortSignal): Promise<RunSummary> {
  return summaryOf(await eventsOf(deployment, plan, signal));
}

function summaryOf(events: readonly RunEvent[]): RunSummary {
  const last = events.at(-1);
  if (last?.event !== "summary") throw new Error(`no summary, but ${JSON.stringify(last)}`);
  return last;
}

/** Plans `dev`. */
export async function plan(
  deployment: Deployment,
  declaration: DeclarationText,
  dropAllOf: readonly string[] = [],
): Promise<string> {
  return planAt("dev", deployment, declaration, dropAllOf);
}

/** Plans any stack. */
export async function planAt(
  stack: string,
  deployment: Deployment,
  declaration: DeclarationText,
  dropAllOf: readonly string[] = [],
): Promise<string> {
  const request = { stack, kind: "apply", declaration, refresh: true, dropAllOf } as const;
  return (await planStack(request, deployment)).digest;
}
