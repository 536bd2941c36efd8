import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exchangeOver } from "../../packages/base/exchange/exchange-over.fixture.ts";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { serveCloud } from "../../packages/local-cloud/runtime/serve-cloud.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { type Started, startPlumb } from "./run-plumb.fixture.ts";

const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
/** How long the cloud takes over a write, so that the run can be broken off in its middle. */
const writeMs = 60;
/** What is promised: so long after the kill the run is over. */
const promisedMs = 15_000;

const programs = findPostgres();

/** Two real services on one store; one is killed as it carries a run out. The cloud's own log is the judge. */
describe.each([
  ["a file", true],
  ["PostgreSQL", programs !== undefined],
])("two services over %s", { timeout: 180_000 }, (store, isPossible) => {
  let root: string;
  let database: PostgresServer | undefined;
  let storage: LocalStorage;
  let cloudUrl: string;
  let cloud: LocalCloud;
  let services: { readonly process: Started; readonly url: string }[] = [];
  const ending = new AbortController();

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "plumb-services-"));
    if (store === "PostgreSQL" && isPossible) database = await startPostgres(programs ?? "");
    storage = new LocalStorage(":memory:");
    const options = { mode: "documented", operationMs: 0, clock: systemClock, ids: systemIds } as const;
    cloud = new LocalCloud({ storage, vendors: [googleLocal], ...options });
    const slow = async (request: Request) => {
      if (request.method !== "GET") await sleep(writeMs);
      return cloud.fetch(request);
    };
    ({ url: cloudUrl } = await serveCloud(exchangeOver(slow), 0, ending.signal));
    const lab = { name: "lab", kind: "google", origins: [new URL(cloudUrl).origin] };
    writeFileSync(join(root, "access.json"), JSON.stringify({ credentials: [lab] }));
  }, 180_000);
  afterEach(async () => {
    for (const { process } of services) process.kill();
    await Promise.all(services.map(({ process }) => process.ended));
    services = [];
  });
  afterAll(async () => {
    ending.abort();
    storage.close();
    await database?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  async function open() {
    const environment: Record<string, string> = {
      PLUMB_SECRET_KEY_FILE: join(root, "shared.key"),
      PLUMB_ADMIN_TOKEN_FILE: join(root, "admin.token"),
      GOOGLE_OAUTH_ACCESS_TOKEN: "local:admin@local.example",
      ...(database === undefined ? {} : { PLUMB_STORE: database.address }),
    };
    // Over PostgreSQL each has a folder of its own, as on a machine of its own.
    const dir = database === undefined ? "state" : `state-${services.length}`;
    const process = startPlumb(
      ["serve", "--port", "0", "--json", "--dir", dir, "--access", "access.json"],
      root,
      environment,
    );
    await process.says('"firstAdmin"');
    await process.says('"serving"');
    const url = /"url": ?"([^"]+)"/.exec(process.output())?.[1] ?? "";
    services.push({ process, url });
    return { process, url };
  }

  async function call(url: string, method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${readFileSync(join(root, "admin.token"), "utf8").trim()}`,
        ...(body === undefined ? {} : { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function writes(): Promise<readonly string[]> {
    const headers = { authorization: "Bearer local:judge@local.example" };
    const answer = await cloud.fetch(new Request("http://cloud.test/_local/log", { headers }));
    const log = (await answer.json()) as { writes: readonly { action: string; object: string }[] };
    return log.writes.map(({ action, object }) => `${action} ${object.split("/").at(-1)}`);
  }

  test.skipIf(!isPossible).each([1, 20])("one is killed after %i writes; the other ends its run", async (killAfter) => {
    const before = (await writes()).length;
    const stack = `s${before}`;
    const objects = names.map((name) => `${stack}${name}`);
    const [first, second] = [await open(), await open()];
    const text = declarationOf(objects, cloudUrl);
    const plan = { kind: "apply", newStack: true, declaration: { file: "plumb.yaml", text, config: {} } };
    const made = await call(first.url, "POST", `/v1/projects/shared/stacks/${stack}/plans`, plan);
    const { digest } = (await made.json()) as { digest: string };
    expect(made.status).toBe(201);
    const started = await call(first.url, "POST", `/v1/projects/shared/stacks/${stack}/runs`, {
      plan: digest,
      parallel: 4,
    });
    expect(started.status).toBe(202);
    const location = started.headers.get("location") ?? "";
    while ((await writes()).length - before < killAfter) await sleep(10);
    first.process.kill();
    const killed = performance.now();
    await first.process.ended;

    const events = await call(second.url, "GET", `${location}/events?after=0`);
    const lines = (await events.text()).trimEnd().split("\n");
    expect(performance.now() - killed).toBeLessThan(promisedMs);
    expect(lines.join("\n")).toContain('"status":"done"');
    expect(await (await call(second.url, "GET", location)).json()).toMatchObject({ status: "done" });
    expect((await writes()).slice(before).toSorted()).toEqual(objects.map((each) => `create ${each}`).toSorted());
    const again = await (await call(second.url, "POST", `/v1/projects/shared/stacks/${stack}/plans`, plan)).json();
    expect(again).toMatchObject({ summary: { same: objects.length, create: 0, update: 0, delete: 0 } });
  });
});

function declarationOf(objects: readonly string[], baseUrl: string): string {
  const resources = objects.map(
    (name) =>
      `  ${name}: { type: "connectors:EndpointAttachment", properties: { endpointAttachmentId: ${name}, serviceAttachment: projects/p/regions/r/serviceAttachments/s } }\n`,
  );
  return `name: shared
providers:
  google: { kind: google, project: acme, region: here, baseUrl: "${baseUrl}" }
resources:
${resources.join("")}`;
}
