import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { googleLocal } from "../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import { serveCloud } from "../../packages/local-cloud/runtime/serve-cloud.ts";
import { systemClock, systemIds } from "../../src/composition/machine/system.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../contract/postgres-server.ts";
import { startPlumb } from "./run-plumb.fixture.ts";

const programs = findPostgres();

/** Processes in folders of their own, as on machines of their own: they share a database, a cloud and a key. */
describe.skipIf(programs === undefined)("two processes over one database", { timeout: 60_000 }, () => {
  let root: string;
  let server: PostgresServer;
  let storage: LocalStorage;
  const ending = new AbortController();
  const here: Record<string, string> = {};

  const plumb = (folder: string, argv: readonly string[], environment: Readonly<Record<string, string>> = here) =>
    startPlumb(argv, join(root, folder), environment).ended;
  const json = async (folder: string, ...argv: readonly string[]) => {
    const run = await plumb(folder, [...argv, "--json"]);
    return { ...run, document: JSON.parse(run.stdout.trimEnd().split("\n").at(-1) ?? "") };
  };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "plumb-shared-"));
    server = await startPostgres(programs ?? "");
    storage = new LocalStorage(":memory:");
    const cloud = new LocalCloud({
      storage,
      vendors: [googleLocal],
      clock: systemClock,
      ids: systemIds,
      mode: "documented",
      operationMs: 0,
    });
    const { url } = await serveCloud(cloud.exchange, 0, ending.signal);
    for (const folder of ["one", "two"]) {
      mkdirSync(join(root, folder));
      writeFileSync(join(root, folder, "plumb.yaml"), declarationAt(url));
    }
    Object.assign(here, {
      PLUMB_STORE: server.address,
      PLUMB_SECRET_KEY_FILE: join(root, "shared.key"),
      PLUMB_CONFIG_PASSWORD: "hunter2-hunter2",
      GOOGLE_OAUTH_ACCESS_TOKEN: "local:admin@local.example",
    });
  }, 60_000);
  afterAll(async () => {
    ending.abort();
    storage.close();
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test("what one has made the other finds made: stacks, records, runs and secrets", async () => {
    expect(await json("one", "up", "--yes")).toMatchObject({ exitCode: 0, document: { status: "done" } });
    expect(await plumb("two", ["plan", "--detailed-exitcode"])).toMatchObject({ exitCode: 0 });
    expect((await plumb("two", ["stack", "list"])).stdout).toContain("dev");
    expect((await plumb("two", ["state", "list"])).stdout).toContain("gateway");
    expect((await plumb("two", ["runs", "list"])).stdout).toContain("done");
    expect((await plumb("two", ["outputs", "password", "--reveal"])).stdout).toBe("hunter2-hunter2\n");
    // Nothing of the state is in the folders: not even a directory was made for it.
    for (const folder of ["one", "two"]) {
      const state = join(root, folder, ".plumb");
      expect(existsSync(state) ? readdirSync(state).filter((name) => /^(state|secret)/.test(name)) : []).toEqual([]);
    }
  });

  test("what one destroys is gone for the other", async () => {
    expect(await json("two", "destroy", "--yes")).toMatchObject({ exitCode: 0, document: { status: "done" } });
    expect(await plumb("one", ["plan", "--detailed-exitcode"])).toMatchObject({ exitCode: 3 });
    expect(await json("one", "up", "--yes")).toMatchObject({ exitCode: 0, document: { status: "done" } });
  });

  test("without the key, or with another one, secrets are a fault that says so, and nothing is made anew", async () => {
    const { PLUMB_SECRET_KEY_FILE: _, ...keyless } = here;
    writeFileSync(join(root, "another.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`, { mode: 0o600 });
    for (const [environment, says] of [
      [keyless, "PLUMB_SECRET_KEY_FILE"],
      [{ ...here, PLUMB_SECRET_KEY_FILE: join(root, "another.key") }, " not "],
      [{ ...here, PLUMB_SECRET_KEY_FILE: join(root, "none.key") }, `missing: ${join(root, "none.key")}`],
    ] as const) {
      const run = await plumb("two", ["outputs", "password", "--reveal"], environment);
      expect(run).toMatchObject({ exitCode: 1, stdout: "" });
      expect(run.stderr).toContain("error[secrets-unreadable]");
      expect(run.stderr.replaceAll(/\s+/g, " ")).toContain(says);
    }
    expect(existsSync(join(root, "none.key"))).toBe(false);
    expect((await plumb("two", ["outputs", "password", "--reveal"])).stdout).toBe("hunter2-hunter2\n");
  });

  test("a database on another machine is not asked without a checked connection", async () => {
    const PLUMB_STORE = "postgres://plumb:s3cr3t@db.example/state?sslmode=require";
    const run = await plumb("one", ["stack", "list"], { PLUMB_STORE });
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toContain("error[store-failed]");
    expect(run.stderr).toContain("sslmode=verify-full");
    expect(run.stderr).not.toContain("s3cr3t");
  });

  test("the doctor finds it whole", async () => {
    const run = await plumb("two", ["doctor"]);
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1 record in 1 stack") });
  });
});

function declarationAt(baseUrl: string): string {
  return `name: shared
config:
  password: { type: string, secret: true }
providers:
  google: { kind: google, project: acme, region: here, baseUrl: "${baseUrl}" }
resources:
  gateway:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: gateway, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
outputs:
  password: "\${config.password}"
`;
}
