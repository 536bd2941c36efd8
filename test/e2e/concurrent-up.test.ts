import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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

const plumb = (...argv: string[]) => runPlumb(argv, folder);
const lastLine = (run: Run) => JSON.parse(run.stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
const writes = async () => {
  const { writes: log } = JSON.parse((await plumb("cloud", "log", "--json")).stdout) as {
    writes: { object: string }[];
  };
  return log.map(({ object }) => object.split("/").at(-1));
};

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
