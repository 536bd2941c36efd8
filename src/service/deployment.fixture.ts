import type { Clock } from "../base/clock.ts";
import type { Fetch } from "../base/fetch.ts";
import type { Ids } from "../base/ids.ts";
import { armDriver } from "../clouds/arm/driver/arm-driver.ts";
import { armLocal } from "../clouds/arm/local/arm-local.ts";
import { databricksDriver } from "../clouds/databricks/driver/databricks-driver.ts";
import { databricksLocal } from "../clouds/databricks/local/databricks-local.ts";
import { googleDriver } from "../clouds/google/driver/google-driver.ts";
import { googleLocal } from "../clouds/google/local/google-local.ts";
import { LocalCloud } from "../clouds/ground/local-cloud.ts";
import { LocalStorage } from "../clouds/ground/local-storage.ts";
import { catalog } from "../definitions/resources/catalog.ts";
import type { DeclarationText, RunEvent, RunSummary } from "../doors/api/documents.ts";
import { SqliteStore } from "../stores/sqlite/sqlite-store.ts";
import type { Deployment } from "./deployment.ts";
import { planStack } from "./make-plans.ts";
import { runPlan } from "./run-plans.ts";

/** A Plumbline in memory: the real store, drivers and local clouds, under a clock and ids that the test knows. */
export interface TestDeployment extends Deployment {
  /** Sets the clock forward. */
  advance(milliseconds: number): void;
  /** What was sent to the clouds: method and path. */
  readonly calls: string[];
  /** The same world as another process sees it. */
  as(pid: number, isDead?: Deployment["isDead"]): Deployment;
}

const cloudOrigin = "http://cloud.test";

export function testDeployment(): TestDeployment {
  let now = Date.parse("2026-01-01T00:00:00Z");
  let drawn = 0;
  const clock: Clock = {
    now: () => now,
    // Sleepers end when they are aborted: nothing here waits for time to pass.
    sleep: (_, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
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
  const fetch: Fetch = async (request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    request.headers.set("authorization", "Bearer local:admin@local.example");
    return cloud.fetch(request);
  };
  const drivers = { google: googleDriver(fetch), azure: armDriver(fetch), databricks: databricksDriver(fetch) };
  const deployment: Deployment = {
    version: "0",
    catalog,
    store: new SqliteStore(":memory:", ids),
    driverOf: ({ kind }) => drivers[kind as keyof typeof drivers],
    surroundings: {
      environment: {},
      defaults: Object.fromEntries(Object.keys(drivers).map((kind) => [kind, { baseUrl: cloudOrigin }])),
    },
    clock,
    ids,
    holder: { host: "here", pid: 1 },
    isDead: () => false,
  };
  return {
    ...deployment,
    calls,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    as: (pid, isDead = deployment.isDead) => ({ ...deployment, holder: { host: "here", pid }, isDead }),
  };
}

/** A declaration of endpoint attachments: name and description of each. */
export function attachments(described: Readonly<Record<string, string>>): DeclarationText {
  const entries = Object.entries(described).map(
    ([name, description]) =>
      `  ${name}:\n    type: connectors:EndpointAttachment\n    properties: { endpointAttachmentId: ${name}, serviceAttachment: projects/p/regions/r/serviceAttachments/s, description: ${description} }\n`,
  );
  return {
    file: "plumb.yaml",
    text: `name: test\nproviders:\n  google: { kind: google, project: acme, region: here }\nresources:\n${entries.join("")}`,
    config: {},
  };
}

/** All events of a run. */
export async function eventsOf(
  deployment: Deployment,
  plan: string,
  signal = new AbortController().signal,
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of runPlan({ stack: "dev", plan, parallel: 4 }, deployment, signal)) events.push(event);
  return events;
}

/** Runs a plan of `dev` and gives its summary. */
export async function run(deployment: Deployment, plan: string, signal?: AbortSignal): Promise<RunSummary> {
  const last = (await eventsOf(deployment, plan, signal)).at(-1);
  if (last?.event !== "summary") throw new Error(`no summary, but ${JSON.stringify(last)}`);
  return last;
}

/** Plans `dev`. */
export async function plan(deployment: Deployment, declaration: DeclarationText): Promise<string> {
  return (await planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, deployment)).digest;
}
