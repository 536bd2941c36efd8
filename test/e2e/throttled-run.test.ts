import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Run, runPlumb, type Started, startPlumb } from "./run-plumb.fixture.ts";

let folder = "";
let cloud: Started | undefined;
let url = "";

const [google, azure] = [8, 2];
const names = (count: number) => Array.from({ length: count }, (_, index) => index);
const declaration = `name: throttled
providers:
  google: { kind: google, project: acme, region: here }
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }
resources:
${names(google)
  .map(
    (n) =>
      `  g${n}: { type: connectors:EndpointAttachment, ` +
      `properties: { endpointAttachmentId: g${n}, serviceAttachment: projects/p/regions/r/serviceAttachments/s } }\n`,
  )
  .join("")}${names(azure)
  .map(
    (n) =>
      `  z${n}: { type: migrate:ServerCollector, ` +
      `properties: { resourceGroupName: rg, projectName: p, serverCollectorName: z${n} } }\n`,
  )
  .join("")}`;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumb-throttled-"));
  writeFileSync(join(folder, "plumb.yaml"), declaration);
  cloud = startPlumb(["cloud", "--port", "0", "--json"], folder);
  await cloud.says('"url"');
  url = (JSON.parse(cloud.output()) as { url: string }).url;
});
afterEach(async () => {
  cloud?.kill();
  await cloud?.ended.catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const push = async (match: object, retryAfterSeconds?: number) => {
  const rule = { id: "busy", match, fault: { kind: "status", status: 429, retryAfterSeconds } };
  const answer = await fetch(`${url}/_local/faults`, { method: "POST", body: JSON.stringify(rule) });
  expect(answer.ok).toBe(true);
};
const fired = async () => {
  const { rules } = (await (await fetch(`${url}/_local/faults`)).json()) as { rules: readonly { fired: number }[] };
  return rules[0]?.fired;
};
const events = (run: Run) =>
  run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("a throttled vendor is waited for, says so, and keeps no place from another one", async () => {
  await push({ vendor: "google", method: "POST", times: 3 }, 1);
  const run = await runPlumb(["up", "--yes", "--json", "--parallel", "1"], folder);
  expect([run.exitCode, await fired()]).toEqual([0, 3]);
  const told = events(run);
  const waits = told.filter(({ phase }) => phase === "waiting").map(({ detail }) => String(detail));
  expect(waits[0]).toMatch(/^waiting for Google: rate limited, again in 1 s \(attempt 2, 0 s of 10 min used\)$/);
  const order = told.filter(({ event, phase }) => event === "step" && phase === "done").map(({ name }) => String(name));
  // The first of Google waits, and no second one of its vendor begins meanwhile.
  expect(order.slice(0, azure)).toEqual(["z0", "z1"]);
  expect(order).toHaveLength(google + azure);
}, 120_000);

test("a vendor that goes on throttling fails its steps with one message, and the other vendor's are done", async () => {
  await push({ vendor: "google", method: "POST" });
  const run = await runPlumb(["up", "--yes", "--retry-for", "1s"], folder);
  expect(run.exitCode).toBe(1);
  const said = `${run.stdout}${run.stderr}`.replace(/\s+/g, " ");
  expect(said.match(/error\[platform-unavailable\]/g)).toHaveLength(1);
  expect(said).toMatch(/it was asked again for as long as a step may wait \(1 s\): run again later/);
  expect(said).toMatch(/! 7 more failed as g\d did: /);
  expect(said).toMatch(/2 created, 8 failed/);
}, 120_000);

test("Ctrl-C ends a wait at once", async () => {
  await push({ vendor: "google", method: "POST" }, 500);
  const begun = startPlumb(["up", "--yes", "--json"], folder);
  await begun.says("again in 8 min 20 s");
  begun.signal("SIGINT");
  const run = await begun.ended;
  expect(run.exitCode).toBe(130);
  expect(events(run).at(-1)).toMatchObject({ status: "cancelled", create: azure });
}, 120_000);

test("Ctrl-C while a step waits says that nothing is in flight", async () => {
  await push({ vendor: "google", method: "POST" }, 500);
  const begun = startPlumb(["up", "--yes"], folder);
  for (const said of ["again in 8 min 20 s", "+ z0  created", "+ z1  created"]) await begun.says(said);
  begun.signal("SIGINT");
  const run = await begun.ended;
  expect(run.exitCode).toBe(130);
  const said = `${run.stdout}${run.stderr}`;
  expect(said).toMatch(
    /Nothing is in flight: (?:g\d was|\d steps were) waiting to be sent again, and (?:is|are) not sent\./,
  );
  expect(said).not.toMatch(/calls? (?:is|are) in flight|in flight *g\d|g\d +in flight|\d in flight/);
}, 120_000);
