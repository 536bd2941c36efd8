import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Started, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { type ForeignLock, lockElsewhere } from "../storage/foreign-lock.ts";

/** Longer than a lease. */
const lockMs = 9_000;

const declaration = `name: locked
providers:
  google: { kind: google, project: acme, region: here }
resources:
  first:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: first, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;

let root: string;
let lock: ForeignLock | undefined;
const services: { readonly process: Started; readonly url: string }[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "plumb-locked-"));
  for (let count = 0; count < 2; count += 1) {
    const environment = { PLUMB_ADMIN_TOKEN_FILE: join(root, "admin.token"), PLUMB_LOCAL_OPERATION_MS: "3600000" };
    const argv = ["serve", "--port", "0", "--json", "--dir", "state", "--log-level", "warn"];
    const process = startPlumb(argv, root, environment);
    await process.says('"firstAdmin"');
    services.push({ process, url: /"url": ?"([^"]+)"/.exec(process.output())?.[1] ?? "" });
  }
}, 120_000);
afterEach(async () => {
  await lock?.release();
  for (const { process } of services) process.kill();
  await Promise.all(services.splice(0).map(({ process }) => process.ended));
  rmSync(root, { recursive: true, force: true });
});

async function call(url: string, path: string, body: object): Promise<Record<string, unknown>> {
  const authorization = `Bearer ${readFileSync(join(root, "admin.token"), "utf8").trim()}`;
  const headers = { authorization, "content-type": "application/json" };
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}

function lease(): { readonly epoch: number; readonly until: number } {
  const store = new DatabaseSync(join(root, "state", "state.db"), { readOnly: true });
  const row = store.prepare("SELECT epoch, lease_until FROM stack WHERE name = 'locked/held'").get();
  store.close();
  return { epoch: Number(row?.["epoch"]), until: Number(row?.["lease_until"]) };
}

test("a service answers while another process locks its store, and its run keeps its stack", {
  timeout: 120_000,
}, async () => {
  const [{ url } = { url: "" }, other = { url: "" }] = services;
  const plan = { kind: "apply", newStack: true, declaration: { file: "plumb.yaml", text: declaration, config: {} } };
  const { digest } = await call(url, "/v1/projects/locked/stacks/held/plans", plan);
  await call(url, "/v1/projects/locked/stacks/held/runs", { plan: digest });
  while (!(lease().until > 0)) await sleep(50);
  const before = lease();
  lock = await lockElsewhere(join(root, "state", "state.db"));
  // What is locked against writers is read all the same: whoever only reads is served.
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "ok" });
  const until = performance.now() + lockMs;
  let answers = 0;
  while (performance.now() < until) {
    for (const service of [url, other.url]) answers += (await fetch(`${service}/livez`)).status === 200 ? 1 : 0;
    await sleep(50);
  }
  // With every wait for the lock in its own thread of control hardly one would have been answered in time.
  expect(answers).toBeGreaterThan(20);
  await lock.release();
  lock = undefined;
  while (lease().until === before.until) await sleep(50);
  const beaten = lease();
  while (lease().until === beaten.until) await sleep(50);
  expect(lease().epoch).toBe(before.epoch);
  process.stdout.write(
    `answers of two services under a lock of ${lockMs / 1000} s: ${answers}; ` +
      `the lease goes on under epoch ${before.epoch}\n`,
  );
});
