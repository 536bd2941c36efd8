import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { openDeploymentParts } from "../../src/composition/deployment-parts.ts";
import { ownMachine } from "../../src/composition/machine/own-machine.ts";
import { ownNetwork } from "../../src/composition/machine/own-network.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { type Run, runPlumb, type Started, startPlumb } from "./run-plumb.fixture.ts";

let folder = "";
let holder: Started | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-concurrent-"));
  writeFileSync(join(folder, "plumb.yaml"), declaration);
});
afterEach(async () => {
  holder?.kill();
  await holder?.ended.catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const declaration = `name: concurrent
providers:
  google: { kind: google, project: acme, region: here }
resources:
  gateway:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: gateway, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
  after:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: after, serviceAttachment: "\${gateway.serviceAttachment}" }
    options: { dependsOn: [gateway] }
`;

const clientLines = (id: string) => `  ${id.replace("-", "")}:
    type: iam:OAuthClient
    properties:
      oauthClientId: ${id}
      location: global
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: [https://x.example/cb]
      allowedScopes: [https://www.googleapis.com/auth/cloud-platform]
`;

const plumb = (...argv: string[]) => runPlumb(argv, folder);
const lastLine = (run: Run) => JSON.parse(run.stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
const writes = async () => {
  const { writes: log } = JSON.parse((await plumb("cloud", "log", "--json")).stdout) as {
    writes: { object: string }[];
  };
  return log.map(({ object }) => object.split("/").at(-1));
};

/** Each call takes so long to reach the local cloud, whoever makes it. */
async function delayEveryCall(ms: number): Promise<void> {
  const parts = openDeploymentParts({
    version: "0",
    dir: join(folder, ".plumb"),
    environment: {},
    clock: systemClock,
    ids: systemIds,
    machine: ownMachine,
    network: ownNetwork,
  });
  const rule = { id: "slow", fault: { kind: "latency", ms } };
  const request = new Request("http://local.cloud/_local/faults", { method: "POST", body: JSON.stringify([rule]) });
  expect((await asking(parts.localCloud)(request)).status).toBe(200);
  await parts.close();
}

/** An `up` that waits for an operation which takes an hour by the cloud's clock. */
async function startLongUp(): Promise<Started> {
  const started = startPlumb(["up", "--yes", "--json"], folder, { PLUMB_LOCAL_OPERATION_MS: "3600000" });
  holder = started;
  await started.says('"phase":"waiting"');
  return started;
}

test("two at once: one runs, the other says who holds the stack and since when", async () => {
  const before = Date.now();
  const { pid } = await startLongUp();
  const other = await plumb("up", "--yes", "--json");
  const after = Date.now();
  expect(other.exitCode).toBe(4);
  const summary = lastLine(other) as { status: string; problems: { code: string; detail: string }[] };
  expect(summary.status).toBe("refused");
  expect(summary.problems.map(({ code }) => code)).toEqual(["stack-busy"]);
  const detail = summary.problems[0]?.detail ?? "";
  expect(detail).toContain(`process ${pid} on `);
  const since = Date.parse(/since (\S+)$/.exec(detail)?.[1] ?? "");
  expect(since).toBeGreaterThanOrEqual(before);
  expect(since).toBeLessThanOrEqual(after);
  expect(await writes()).toEqual(["gateway"]);
}, 60_000);

test("many at once: one runs, and all others are told who it is, and nothing else", async () => {
  const clients = Array.from({ length: 8 }, (_, index) => clientLines(`client-${index}`)).join("");
  writeFileSync(join(folder, "plumb.yaml"), `${declaration}${clients}`);
  await delayEveryCall(150);
  const others = new Map<Started, Run>();
  const started = Array.from({ length: 12 }, () =>
    startPlumb(["up", "--yes", "--json", "--parallel", "2"], folder, { PLUMB_LOCAL_OPERATION_MS: "3600000" }),
  );
  const pids = new Set(started.map(({ pid }) => pid));
  const { promise: allButOne, resolve } = Promise.withResolvers<void>();
  for (const each of started)
    void each.ended.then((run) => {
      others.set(each, run);
      if (others.size === started.length - 1) resolve();
    });
  await allButOne;
  holder = started.find((each) => !others.has(each));
  const told = [...others.values()].map((run) => lastLine(run) as { problems: { code: string; detail: string }[] });
  const counts: Record<string, number> = {};
  for (const code of told.map(({ problems }) => [...new Set(problems.map((each) => each.code))].join(" ")))
    counts[code] = (counts[code] ?? 0) + 1;
  expect(counts).toEqual({ "stack-busy": started.length - 1 });
  expect([...others.values()].map(({ exitCode }) => exitCode)).toEqual(Array(started.length - 1).fill(4));
  for (const { problems } of told) expect(problems[0]?.detail).toContain(`process ${holder?.pid} on `);
  expect(pids.has(holder?.pid ?? 0)).toBe(true);
}, 120_000);

test("a plan beside a run says first who is at work, and calls nothing of its making a stranger's", async () => {
  await startLongUp();
  const view = JSON.parse((await plumb("plan", "--json")).stdout) as { problems: { code: string; severity: string }[] };
  expect(view.problems[0]).toMatchObject({ code: "run-at-work", severity: "warning" });
  expect(view.problems.filter(({ severity }) => severity === "error")).toEqual([]);
}, 60_000);

test("who waits goes on when the run is over", async () => {
  writeFileSync(join(folder, "plumb.yaml"), declaration.slice(0, declaration.indexOf("  after:")));
  const first = await startLongUp();
  const waiting = startPlumb(["up", "--yes", "--json", "--wait", "5m"], folder);
  await waiting.says(`process ${first.pid} on `);
  expect((await plumb("cloud", "clock", "--advance-days", "1")).exitCode).toBe(0);
  expect((await first.ended).exitCode).toBe(0);
  const run = await waiting.ended;
  expect(lastLine(run)).toMatchObject({ status: "done", same: 1 });
  expect(run.exitCode).toBe(0);
}, 60_000);

test("a holder that was killed is taken over at once, and its work is finished, not repeated", async () => {
  const killed = await startLongUp();
  killed.kill();
  await killed.ended;
  expect((await plumb("cloud", "clock", "--advance-days", "1")).exitCode).toBe(0);
  const next = await plumb("up", "--yes", "--json");
  expect(lastLine(next)).toMatchObject({ status: "done", failed: 0 });
  expect(next.exitCode).toBe(0);
  expect(await writes()).toEqual(["gateway", "after"]);
  expect((await plumb("plan", "--detailed-exitcode")).exitCode).toBe(0);
}, 60_000);
