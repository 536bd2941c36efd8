import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { digest } from "../../packages/base/digest.ts";
import { plumbProgram, runPlumb, surroundings } from "./run-plumb.fixture.ts";

/** Serves a folder's local cloud on a port while `work` runs; 0 for any port. */
async function served<T>(folder: string, port: number, work: (port: number) => Promise<T>): Promise<T> {
  const child: ChildProcess = spawn(process.execPath, [plumbProgram, "cloud", "--port", `${port}`], {
    cwd: folder,
    env: surroundings(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    const at = await new Promise<number>((resolve, reject) => {
      let said = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        const match = /http:\/\/[^:\s]+:(\d+)/.exec(said);
        if (match !== null) resolve(Number(match[1]));
      });
      child.once("close", () => reject(new Error(`the local cloud ended: ${said}`)));
    });
    return await work(at);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

const declaration = (base = "") =>
  [
    "name: demo",
    `providers: { google: { kind: google, project: acme-dev${base === "" ? "" : `, baseUrl: "${base}"`} } }`,
    "resources:",
    "  portal:",
    "    type: iam:OAuthClient",
    "    properties:",
    "      oauthClientId: web-portal",
    "      location: global",
    "      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]",
    '      allowedRedirectUris: ["https://portal.example.com/callback"]',
    '      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]',
    "",
  ].join("\n");

describe("a stack that was made in one local cloud, before another one", { timeout: 120_000 }, () => {
  let [home, other] = ["", ""];
  const plumb = (folder: string, ...argv: string[]) => runPlumb(argv, folder);

  beforeEach(() => {
    [home, other] = [mkdtempSync(join(tmpdir(), "plumb-home-")), mkdtempSync(join(tmpdir(), "plumb-other-"))];
    for (const folder of [home, other]) writeFileSync(join(folder, "plumb.yaml"), declaration());
  });
  afterEach(() => {
    for (const folder of [home, other]) rmSync(folder, { recursive: true, force: true });
  });

  /** The stack of one folder, imported into the other one. */
  async function carriedOver(): Promise<void> {
    expect(await plumb(home, "up", "--yes")).toMatchObject({ exitCode: 0 });
    writeFileSync(join(other, "dev.json"), (await plumb(home, "state", "export")).stdout);
    await plumb(other, "stack", "new", "dev");
    expect(await plumb(other, "state", "import", "dev.json", "--force")).toMatchObject({ exitCode: 0 });
  }

  test("every command that would read or change its objects is refused, and says a way out that works", async () => {
    await carriedOver();
    for (const argv of [["plan"], ["drift"], ["refresh"], ["up", "--yes"], ["destroy", "--yes"]]) {
      const run = await plumb(other, ...argv);
      expect([argv[0], run.exitCode, run.stderr]).toEqual([argv[0], 4, expect.stringContaining("cloud-changed")]);
      expect(run.stderr).toContain("http://cloud.plumbline.local");
    }
    expect(await plumb(home, "plan")).toMatchObject({ exitCode: 0 });
    // The way out: what is recorded is forgotten, and the stack belongs to the cloud of this folder.
    expect(await plumb(other, "state", "rm", "portal", "--yes")).toMatchObject({ exitCode: 0 });
    expect(await plumb(other, "up", "--yes")).toMatchObject({ exitCode: 0 });
    expect(await plumb(other, "drift", "--detailed-exitcode")).toMatchObject({ exitCode: 0 });
  });

  test("a plan made over one cloud is not carried out over another one", async () => {
    const plan = JSON.parse((await plumb(home, "plan", "--json")).stdout);
    // The folder's local cloud is exchanged for a new one after the plan.
    for (const end of ["", "-wal", "-shm"]) rmSync(join(home, ".plumb", `cloud.db${end}`), { force: true });
    const run = await plumb(home, "up", "--plan", plan.digest, "--yes");
    expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining("cloud-changed")]);
  });

  test("a state of before, which knows no id, goes on and learns it", async () => {
    await plumb(home, "up", "--yes");
    // As older versions left it: neither the cloud nor the state has an id.
    const { context, digest: _, ...document } = JSON.parse((await plumb(home, "state", "export")).stdout);
    expect(Object.keys(context)).toContain("clouds");
    const database = new DatabaseSync(join(home, ".plumb", "cloud.db"));
    database.exec("DROP TABLE identity");
    database.close();
    const { clouds: __, ...older } = context;
    const old = { ...document, context: older };
    writeFileSync(join(home, "old.json"), JSON.stringify({ ...old, digest: digest(old) }));
    expect(await plumb(home, "state", "import", "old.json", "--force")).toMatchObject({ exitCode: 0 });
    expect(await plumb(home, "drift", "--detailed-exitcode")).toMatchObject({ exitCode: 0 });
    expect(await plumb(home, "up", "--yes")).toMatchObject({ exitCode: 0 });
    const learned = JSON.parse((await plumb(home, "state", "export")).stdout);
    expect(Object.values(learned.context.clouds)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(readFileSync(join(home, "old.json"), "utf8")).not.toContain("clouds");
  });

  test("two local clouds that are served at one address after each other are two", async () => {
    const port = await served(home, 0, async (at) => {
      writeFileSync(join(home, "plumb.yaml"), declaration(`http://127.0.0.1:${at}`));
      expect(await plumb(home, "up", "--yes")).toMatchObject({ exitCode: 0 });
      return at;
    });
    await served(other, port, async () => {
      const run = await plumb(home, "plan");
      expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining("cloud-changed")]);
    });
    await served(home, port, async () => expect(await plumb(home, "plan")).toMatchObject({ exitCode: 0 }));
  });
});
