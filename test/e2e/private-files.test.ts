import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { plumbProgram, startPlumb, surroundings } from "./run-plumb.fixture.ts";

const declaration = `name: test
config: { password: { type: string, secret: true } }
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
outputs: { password: "\${config.password}" }
`;

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "plumb-private-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, "plumb.yaml"), declaration);
  return dir;
}

/** Runs the command where new files are everybody's unless it says otherwise. Throws when it fails. */
function withoutMask(argv: readonly string[], cwd: string, environment: Readonly<Record<string, string>>): void {
  execFileSync("sh", ["-c", 'umask 000; exec "$@"', "sh", process.execPath, plumbProgram, ...argv], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: "pipe",
  });
}

/** Everything under the state directory, itself included, and what others may do with it. */
function openToOthers(dir: string): readonly string[] {
  const state = join(dir, ".plumb");
  const names = ["", ...readdirSync(state, { recursive: true, encoding: "utf8" })];
  return names
    .map((name) => ({ name, mode: statSync(join(state, name)).mode & 0o777 }))
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${mode.toString(8)}`);
}

test("what is made is its owner's only, whatever the umask is; what was open is closed at the next command", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  const environment = { PLUMB_CONFIG_PASSWORD: "hunter2-hunter2" };
  for (const argv of [
    ["up", "--yes"],
    ["plan", "--out", "plan.json"],
    ["state", "export", "--out", "state.json"],
  ]) {
    withoutMask(argv, dir, environment);
  }
  expect(openToOthers(dir)).toEqual([]);
  for (const name of ["plan.json", "state.json"]) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  const state = join(dir, ".plumb");
  for (const name of readdirSync(state, { recursive: true, encoding: "utf8" })) {
    const path = join(state, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(state, 0o755);
  expect(await startPlumb(["up", "--yes"], dir, environment).ended).toMatchObject({ exitCode: 0 });
  expect(await startPlumb(["outputs", "password", "--reveal"], dir).ended).toMatchObject({ exitCode: 0 });
  expect(openToOthers(dir)).toEqual([]);
});

test("a service keeps what it makes to its owner as well: folder, administrator's token, state and audit files", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  const served = spawn(
    "sh",
    ["-c", 'umask 000; exec "$@"', "sh", process.execPath, plumbProgram, "serve", "--port", "0", "--json"],
    { cwd: dir, env: surroundings(), stdio: ["ignore", "pipe", "pipe"] },
  );
  onTestFinished(() => void served.kill("SIGKILL"));
  const ended = new Promise<number | null>((resolve) => served.once("close", resolve));
  let said = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [served.stdout, served.stderr]) {
      stream.setEncoding("utf8").on("data", (piece: string) => {
        said += piece;
        if (said.includes('"serving"') && said.includes('"url"')) resolve();
      });
    }
    void ended.then(() => reject(new Error(`ended: ${said}`)));
  });
  const url = /"url": ?"([^"]+)"/.exec(said)?.[1] ?? "";
  const state = join(dir, ".plumb");
  const token = readFileSync(join(state, "admin.token"), "utf8").trim();
  const headers = {
    ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
    "idempotency-key": crypto.randomUUID(),
  };
  // Something worth an entry in the audit trail.
  const made = await fetch(`${url}/v1/projects/test/stacks`, { method: "POST", headers, body: '{"name":"prod"}' });
  expect(made.status).toBe(201);
  served.kill("SIGTERM");
  expect(await ended).toBe(0);
  const names = readdirSync(state, { recursive: true, encoding: "utf8" });
  expect(names).toEqual(expect.arrayContaining(["admin.token", "state.db"]));
  expect(names.filter((name) => name.includes("audit"))).not.toEqual([]);
  for (const name of names) {
    const entry = statSync(join(state, name));
    expect([name, entry.mode & 0o777]).toEqual([name, entry.isDirectory() ? 0o700 : 0o600]);
  }
  expect(statSync(state).mode & 0o777).toBe(0o700);
});

test("a folder of the user's own that state is put into keeps its mode", { timeout: 60_000 }, async () => {
  const dir = folder();
  chmodSync(dir, 0o755);
  const environment = { PLUMB_CONFIG_PASSWORD: "hunter2-hunter2" };
  expect(await startPlumb(["up", "--yes", "--dir", "."], dir, environment).ended).toMatchObject({ exitCode: 0 });
  expect(statSync(dir).mode & 0o777).toBe(0o755);
  expect(statSync(join(dir, "state.db")).mode & 0o777).toBe(0o600);
});

test("what --out names by a link is written where the link leads; what is no file is written to, not replaced", {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  const environment = { PLUMB_CONFIG_PASSWORD: "hunter2-hunter2" };
  const path = (name: string) => join(dir, name);
  writeFileSync(path("old.json"), "old");
  symlinkSync("old.json", path("link.json"));
  symlinkSync("new.json", path("dangling.json"));
  symlinkSync("/dev/null", path("nowhere"));
  expect(await startPlumb(["up", "--yes"], dir, environment).ended).toMatchObject({ exitCode: 0 });
  for (const name of ["link.json", "dangling.json", "nowhere"]) {
    expect(await startPlumb(["state", "export", "--out", name], dir).ended).toMatchObject({ exitCode: 0 });
    expect(lstatSync(path(name)).isSymbolicLink()).toBe(true);
  }
  for (const name of ["old.json", "new.json"]) {
    expect(JSON.parse(readFileSync(path(name), "utf8"))).toMatchObject({
      stack: expect.stringMatching(/^[a-z-]+\/dev$/),
    });
    expect(statSync(path(name)).mode & 0o777).toBe(0o600);
  }
});

test("a folder that everybody uses is no place for state, and keeps its mode", { timeout: 60_000 }, async () => {
  const dir = folder();
  const shared = join(dir, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  const up = await startPlumb(["up", "--yes", "--dir", "shared"], dir, { PLUMB_CONFIG_PASSWORD: "hunter2-hunter2" })
    .ended;
  expect(up).toMatchObject({ exitCode: 1 });
  expect(up.stderr).toMatch(/all users .* shared/);
  expect(statSync(shared).mode & 0o7777).toBe(0o1777);
  expect(readdirSync(shared)).toEqual([]);
});
