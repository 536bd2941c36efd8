import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEmbedded } from "../../src/composition/embedded.ts";
import { embeddedFetch } from "../../src/composition/embedded-fetch.fixture.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";

const text = `name: test
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumbline-doctor-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function loseRecord(): void {
  const database = new DatabaseSync(join(dir, ".plumb", "state.db"));
  database.exec("DELETE FROM record");
  database.close();
}

test("a damaged store stops every command; `doctor` finds it, and `doctor --repair` brings all back", {
  timeout: 180_000,
}, async () => {
  const plumb = (...argv: readonly string[]) => startPlumb(argv, dir).ended;
  writeFileSync(join(dir, "plumb.yaml"), text);
  expect(await plumb("up", "--yes")).toMatchObject({ exitCode: 0 });
  loseRecord();
  for (const command of [["up", "--yes"], ["plan"], ["destroy", "--yes"], ["state", "list"]]) {
    const { exitCode, stderr } = await plumb(...command);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error\[store-damaged\]: .*\n +the state database .* is damaged: stack `test\/dev`: /);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain("`plumb doctor`");
    expect(stderr).not.toMatch(/^ +at /m);
  }
  const found = await plumb("doctor", "--json");
  expect(found.exitCode).toBe(1);
  expect(JSON.parse(found.stdout)).toMatchObject({ status: "damaged", lost: [], counts: { records: 1 } });
  const before = readFileSync(join(dir, ".plumb", "state.db"));
  const repair = await plumb("doctor", "--repair", "--json");
  expect(repair.exitCode).toBe(0);
  const { keptAs } = JSON.parse(repair.stdout) as { readonly keptAs: string };
  expect(readFileSync(join(dir, keptAs)).equals(before)).toBe(true);
  expect(await plumb("doctor")).toMatchObject({ exitCode: 0 });
  expect(await plumb("plan", "--detailed-exitcode")).toMatchObject({ exitCode: 0 });
  const log = JSON.parse((await plumb("cloud", "log", "--json")).stdout) as { readonly writes: readonly unknown[] };
  expect(log.writes).toHaveLength(1);
});

test("what a repair did is a run that is found by what the list of runs shows of it", {
  timeout: 180_000,
}, async () => {
  const plumb = (...argv: readonly string[]) => startPlumb(argv, dir).ended;
  writeFileSync(join(dir, "plumb.yaml"), text);
  expect(await plumb("up", "--yes")).toMatchObject({ exitCode: 0 });
  const file = join(dir, ".plumb", "state.db");
  for (const statement of ["DELETE FROM journal WHERE seq % 2 = 0", "DELETE FROM journal WHERE seq % 3 = 0"]) {
    const database = new DatabaseSync(file);
    database.exec(statement);
    database.close();
    expect(await plumb("doctor", "--repair")).toMatchObject({ exitCode: 0 });
  }
  const lines = (await plumb("runs", "list")).stdout.trimEnd().split("\n").slice(1);
  const ids = lines.map((line) => line.split(/ +/)[0] ?? "");
  expect(new Set(ids).size).toBe(lines.length);
  for (const id of ids) {
    const shown = await plumb("runs", "show", id);
    expect([id, shown.exitCode, shown.stdout]).toEqual([id, 0, expect.stringContaining(`Run ${id}`)]);
  }
  const repair = await plumb("runs", "show", ids[0] ?? "");
  expect(repair.stdout).toContain("`plumb doctor --repair`");
});

test("a server that has the store open looks after it and goes on", async () => {
  const embedded = openEmbedded({
    version: "0",
    dir: join(dir, ".plumb"),
    environment: {},
    clock: systemClock,
    ids: systemIds,
    network: () => Promise.reject(new Error("no network")),
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await embeddedFetch(embedded)(new Request(`http://test${path}`, { method, ...init }));
    return (await response.json()) as Record<string, unknown>;
  };
  expect(await call("GET", "/v1/store/health")).toMatchObject({ status: "nothing" });
  expect(readdirSync(dir)).toEqual([]);
  await call("POST", "/v1/projects/test/stacks", { name: "dev" });
  expect(await call("GET", "/v1/store/health")).toMatchObject({ status: "whole", counts: { stacks: 1 } });
  const database = new DatabaseSync(join(dir, ".plumb", "state.db"));
  database.exec("UPDATE stack SET serial = 7");
  database.close();
  expect(await call("GET", "/v1/projects/test/stacks/dev/resources")).toMatchObject({ code: "store-damaged" });
  expect(await call("GET", "/v1/store/health")).toMatchObject({ status: "damaged" });
  expect(await call("POST", "/v1/store/health:repair", {})).toMatchObject({ status: "repaired" });
  expect(await call("POST", "/v1/store/health:repair", {})).toMatchObject({ status: "whole" });
  // All that there was of the stack was its head.
  expect(await call("GET", "/v1/projects/test/stacks/dev/resources")).toMatchObject({ code: "stack-not-found" });
  await embedded.close();
});

test("a stack whose head was lost goes on with its secrets, and plans of before are stale", async () => {
  const embedded = openEmbedded({
    version: "0",
    dir: join(dir, ".plumb"),
    environment: {},
    clock: systemClock,
    ids: systemIds,
    network: () => Promise.reject(new Error("no network")),
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await embeddedFetch(embedded)(new Request(`http://test${path}`, { method, ...init }));
    return response.text();
  };
  const text = 'name: test\nconfig: { pin: { type: string, secret: true } }\noutputs: { pin: "${config.pin}" }\n';
  const declaration = { file: "plumb.yaml", text, config: { pin: "4711" } };
  const plan = async () =>
    JSON.parse(
      await call("POST", "/v1/projects/test/stacks/dev/plans", { kind: "apply", newStack: true, declaration }),
    );
  const { run } = JSON.parse(await call("POST", "/v1/projects/test/stacks/dev/runs", { plan: (await plan()).digest }));
  expect(await call("GET", `/v1/projects/test/stacks/dev/runs/${run}/events`)).toContain('"status":"done"');
  const before = await plan();
  const database = new DatabaseSync(join(dir, ".plumb", "state.db"));
  database.exec("DELETE FROM stack");
  database.close();
  expect(await call("POST", "/v1/store/health:repair", {})).toContain("The head of stack `test/dev`");
  expect(await call("GET", "/v1/projects/test/stacks/dev/outputs?reveal=true")).toContain("4711");
  expect((await plan()).outputs).toEqual([]);
  const late = JSON.parse(await call("POST", "/v1/projects/test/stacks/dev/runs", { plan: before.digest }));
  const events =
    "run" in late ? await call("GET", `/v1/projects/test/stacks/dev/runs/${late.run}/events`) : JSON.stringify(late);
  expect(events).toContain("stale-plan");
  await embedded.close();
});

test("a store that is kept nowhere has nothing to look after", async () => {
  const embedded = openEmbedded({
    version: "0",
    dir: ":memory:",
    environment: {},
    clock: systemClock,
    ids: systemIds,
    network: () => Promise.reject(new Error("no network")),
  });
  for (const [method, path] of [
    ["GET", "/v1/store/health"],
    ["POST", "/v1/store/health:repair"],
  ] as const) {
    const response = await embeddedFetch(embedded)(new Request(`http://test${path}`, { method }));
    expect(await response.json()).toMatchObject({ status: "nothing", file: null });
  }
  await embedded.close();
});
