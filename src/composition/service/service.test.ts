import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fetchOf } from "../../http/fetch-of.ts";
import { ServiceLog } from "../../telemetry/service-log.ts";
import { systemClock, systemIds } from "../machine/system.ts";
import { openService } from "./service.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-service-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** `lines`: takes the lines of the log. */
async function open(
  environment: Readonly<Record<string, string>> = {},
  newFirstAdmin = false,
  works = true,
  lines: string[] = [],
) {
  const opened = await openService({
    version: "0",
    dir,
    environment,
    clock: systemClock,
    ids: systemIds,
    network: () => Promise.reject(new Error("the test has no network")),
    policies: undefined,
    access: undefined,
    log: new ServiceLog({ level: "warn", version: "0", destination: { write: (line) => void lines.push(line) } }),
    rateLimit: { requests: 1_000, window: 1 },
    newFirstAdmin,
    works,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const { api, close } = opened.value;
  const headers = {
    authorization: `Bearer ${readFileSync(join(dir, "admin.token"), "utf8").trim()}`,
    "content-type": "application/json",
  };
  const sent = async (path: string, method: string, body: object | null, more: Record<string, string> = {}) => {
    const text = body === null ? null : JSON.stringify(body);
    const request = new Request(`http://test${path}`, { method, headers: { ...headers, ...more }, body: text });
    return (await fetchOf(api)(request)).json();
  };
  const ask = (path: string, body: object | null) => sent(path, "POST", body);
  const put = (path: string, body: object) => sent(path, "PUT", body, { "if-match": "*" });
  const request = async (path: string) => (await fetchOf(api)(new Request(`http://test${path}`, { headers }))).json();
  const events = async (path: string) => (await fetchOf(api)(new Request(`http://test${path}`, { headers }))).text();
  return { ask, put, request, events, close };
}

const signed = () => readFileSync(join(dir, "audit.checkpoints"), "utf8").trim().split("\n");

test("a service that ends signs the audit log as it leaves it, once", async () => {
  const first = await open();
  await first.ask("/v1/projects/test/stacks", { name: "dev" });
  await first.close();
  expect(signed().map((line) => JSON.parse(line))).toMatchObject([{ length: 4 }]);
  const second = await open();
  expect(await second.ask("/v1/audit-entries:verify", null)).toMatchObject({ ok: true, length: 4, vouchedFor: 4 });
  await second.close();
  await (await open()).close();
  expect(signed()).toHaveLength(1);
});

test("a service whose audit key did not sign a checkpoint says so at each start, and so does the doctor", async () => {
  const [first, second, third]: string[][] = [[], [], []];
  await (await open({}, false, true, first)).close();
  const told = (lines: readonly string[] | undefined) => (lines ?? []).map((line) => JSON.parse(line));
  expect(told(first)).toEqual([]);
  const [{ key }] = signed().map((line) => JSON.parse(line));
  rmSync(join(dir, "audit.key"));
  const { ask, close } = await open({}, false, true, second);
  expect(told(second)).toMatchObject([{ level: "warn", message: "audit-key-differs", signedBy: [key] }]);
  expect(told(second)[0].meaning).toContain("can't be checked");
  expect(told(second)[0].key).toMatch(/^[0-9a-f]{16}$/);
  expect(told(second)[0].key).not.toBe(key);
  await ask("/v1/projects/test/stacks", { name: "dev" });
  await close();
  const again = await open({}, false, true, third);
  expect(told(third)).toMatchObject([{ message: "audit-key-differs", key: told(second)[0].key, signedBy: [key] }]);
  expect(await again.request("/v1/store/health")).toMatchObject({ status: "whole", auditKeys: [key] });
  expect(await again.ask("/v1/audit-entries:verify", null)).toMatchObject({ ofOtherKeys: 1 });
  await again.close();
});

test("a checkpoint beside the store tells of the key where the store has none", async () => {
  const lines: string[] = [];
  await (await open()).close();
  const [{ key }] = signed().map((line) => JSON.parse(line));
  for (const name of ["audit.key", "state.db", "state.db-mark", "state.db-wal", "state.db-shm"])
    rmSync(join(dir, name), { force: true });
  const { close } = await open({}, false, true, lines);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ message: "audit-key-differs", signedBy: [key] }]);
  await close();
});

test("a service without the key of its store's sealed values says so when it starts, and is not ready", async () => {
  const lines: string[] = [];
  const first = await open({}, false, true, lines);
  await first.ask("/v1/projects/test/stacks", { name: "dev" });
  expect(await first.request("/readyz")).toEqual({ status: "ok" });
  await first.ask("/v1/projects/test/stacks/dev/config:seal", { key: "pin", value: "sesame" });
  expect(await first.request("/readyz")).toEqual({ status: "ok" });
  await first.close();
  expect(lines).toEqual([]);
  const key = readFileSync(join(dir, "secret.key"), "utf8");
  const missing = join(dir, "missing", "secret.key");
  const unready = {
    status: "unavailable",
    reason: "sealed values of the store can't be opened with the key of this process: secrets-unreadable",
  };
  const keyless = await open({ PLUMB_SECRET_KEY_FILE: missing }, false, true, lines);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", message: "secrets-unreadable", code: "secrets-unreadable" },
  ]);
  expect(lines[0]).toContain(missing);
  expect(await keyless.request("/readyz")).toEqual(unready);
  await keyless.close();
  writeFileSync(join(dir, "secret.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`, { mode: 0o600 });
  const wrong = await open({}, false, true, lines);
  expect(lines.filter((line) => line.includes('"message":"secrets-unreadable"'))).toHaveLength(2);
  expect(await wrong.request("/readyz")).toEqual(unready);
  writeFileSync(join(dir, "secret.key"), key);
  expect(await wrong.request("/readyz")).toEqual({ status: "ok" });
  await wrong.close();
});

test("approvals that no one can give are warned of: without an identity provider all tokens are one person", async () => {
  const { ask, put, request, close } = await open();
  await ask("/v1/projects/test/stacks", { name: "dev" });
  const settings = "/v1/projects/test/stacks/dev/settings";
  const given = { approvals: 1, driftEveryMs: null, webhooks: [] };
  expect(await put(settings, given)).toMatchObject({
    ...given,
    problems: [{ code: "no-approver", severity: "warning", pointer: "/approvals" }],
  });
  expect(await request(settings)).toEqual(given);
  expect(await put(settings, { ...given, approvals: 0 })).toEqual({ ...given, approvals: 0, problems: [] });
  await close();
});

test("its metrics tell of what it is at, and of nobody", async () => {
  const { ask, events, close } = await open();
  await ask("/v1/projects/acme/stacks", { name: "hush" });
  const text = await events("/metrics");
  const token = readFileSync(join(dir, "admin.token"), "utf8").trim();
  const families = [...text.matchAll(/^# TYPE (plumb_\S+|nodejs_eventloop_lag_seconds|process_cpu_seconds) /gm)];
  expect(families.map(([, name]) => name)).toEqual([
    "plumb_http_requests",
    "plumb_http_requests_under_way",
    "plumb_http_request_seconds",
    "plumb_background_events",
    "plumb_runs_ended",
    "plumb_drifted_objects",
    "plumb_store_seconds",
    "plumb_store_failures",
    "plumb_leases",
    "plumb_leases_held",
    "plumb_runs_under_way",
    "plumb_runs_queued",
    "plumb_webhooks_waiting",
    "plumb_checks_under_way",
    "plumb_checks_waiting",
    "plumb_watchers",
    "plumb_watched_stacks",
    "plumb_audit_records",
    "plumb_audit_waiting",
    "process_cpu_seconds",
    "nodejs_eventloop_lag_seconds",
  ]);
  expect(text).toContain("plumb_audit_records 4");
  expect(text).toMatch(/^plumb_store_seconds_count\{call="continueLog"\} [1-9]/m);
  for (const word of [token, "hush", "acme", dir]) expect(text).not.toContain(word);
  expect(text.endsWith("\n# EOF\n")).toBe(true);
  await close();
});

test("a service that only answers counts the runs and the messages that wait for workers", async () => {
  const { ask, put, events, close } = await open({}, false, false);
  const stack = "/v1/projects/test/stacks/dev";
  await ask("/v1/projects/test/stacks", { name: "dev" });
  const declaration = { file: "plumb.yaml", text: "name: test\noutputs: { motto: here }\n" };
  const { digest } = (await ask(`${stack}/plans`, { kind: "apply", declaration })) as {
    readonly digest: string;
  };
  const webhook = { id: "w", url: "https://hooks.example/x", topics: ["run.ended"], secret: `whsec_${"A".repeat(44)}` };
  await put(`${stack}/settings`, { approvals: 0, driftEveryMs: 60_000, webhooks: [webhook] });
  const { run } = (await ask(`${stack}/runs`, { plan: digest })) as { readonly run: string };
  expect(await events("/metrics")).toMatch(/^plumb_runs_queued 1$/m);
  await ask(`${stack}/runs/${run}:cancel`, null);
  const text = await events("/metrics");
  expect(text).toMatch(/^plumb_runs_queued 0$/m);
  expect(text).toMatch(/^plumb_webhooks_waiting 1$/m);
  await close();
});

test("a service that has written no audit record counts those that are there", async () => {
  await (await open()).close();
  const { events, close } = await open();
  expect(await events("/metrics")).toMatch(/^plumb_audit_records 2$/m);
  await close();
});

test("whoever makes or renews the first admin stands in the audit log", async () => {
  await (await open()).close();
  await (await open({}, true)).close();
  const { request, close } = await open();
  const { entries } = (await request("/v1/audit-entries")) as { readonly entries: readonly object[] };
  expect(entries).toMatchObject([
    { kind: "intent", action: "token:create", operation: "makeFirstAdmin", role: "admin" },
    { kind: "outcome", result: "done" },
    { kind: "intent", action: "token:create", operation: "renewFirstAdmin", role: "admin" },
    { kind: "outcome", result: "done" },
  ]);
  await close();
});

test("what stands in the server's environment is no caller's config", async () => {
  const { ask, close } = await open({ PLUMB_CONFIG_MOTTO: "of the server" });
  const text =
    'name: test\nconfig: { motto: { type: string, default: of-the-file } }\noutputs: { motto: "${config.motto}" }\n';
  const plan = await ask("/v1/projects/test/stacks/dev/plans", {
    kind: "apply",
    newStack: true,
    declaration: { file: "plumb.yaml", text },
  });
  expect(JSON.stringify(plan)).not.toContain("of the server");
  expect(plan).toMatchObject({ problems: [] });
  await close();
});

const type = "settings:RestrictWorkspaceAdmins";
const restricted = (status: string) => ({
  file: "plumb.yaml",
  text: JSON.stringify({
    name: "guard",
    providers: { workspace: { kind: "databricks", level: "workspace" } },
    resources: { guardrail: { type, properties: { restrictWorkspaceAdmins: { status } } } },
  }),
});

test("the first admin, and a token that is made with the same rank, manage the setting of the local cloud's workspace", async () => {
  const first = await open();
  const apply = { kind: "apply", newStack: true, declaration: restricted("RESTRICT_TOKENS_AND_JOB_RUN_AS") };
  expect(await first.request("/v1/whoami")).toMatchObject({
    caller: { accountAdmin: true, workspaces: ["http://cloud.plumbline.local"] },
  });
  const plan = (await first.ask("/v1/projects/guard/stacks/dev/plans", apply)) as {
    readonly digest: string;
    readonly problems: readonly { readonly severity: string }[];
  };
  expect(plan.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const { run } = (await first.ask("/v1/projects/guard/stacks/dev/runs", { plan: plan.digest })) as {
    readonly run: string;
  };
  await first.events(`/v1/projects/guard/stacks/dev/runs/${run}/events`);
  expect(await first.request(`/v1/projects/guard/stacks/dev/runs/${run}`)).toMatchObject({ status: "done" });
  const imports = [{ type, name: "guardrail", id: "global" }];
  await first.ask("/v1/projects/guard/stacks", { name: "other" });
  const imported = await first.ask("/v1/projects/guard/stacks/other/resources:import", {
    imports,
    declaration: restricted("ALLOW_ALL"),
  });
  expect(JSON.stringify(imported)).not.toContain("not-permitted");
  const rank = { accountAdmin: true, workspaces: ["http://cloud.plumbline.local"] };
  const made = await first.ask("/v1/tokens", {
    name: "ci",
    role: "operator",
    expiresInDays: 1,
    machine: true,
    ...rank,
  });
  expect(made).toMatchObject(rank);
  expect(
    await first.ask("/v1/tokens", {
      name: "ci",
      role: "operator",
      expiresInDays: 1,
      machine: true,
      accountAdmin: true,
      workspaces: ["https://elsewhere.example"],
    }),
  ).toMatchObject({ status: 422 });
  await first.close();
});
