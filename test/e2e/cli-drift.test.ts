import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plumbProgram, type Run, runPlumb } from "./run-plumb.fixture.ts";

const portalId = "projects/acme-dev/locations/global/oauthClients/web-portal";

/** Serves the folder's local cloud on a port of its choosing while `work` runs. */
async function withCloud(folder: string, work: (url: string) => Promise<void>): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [plumbProgram, "cloud", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        const match = /http:\/\/\S+/.exec(said);
        if (match !== null) resolve(match[0]);
      });
      child.once("close", () => reject(new Error(`the local cloud ended: ${said}`)));
    });
    await work(url);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** A stack that somebody changes behind our back; every test goes on from where the one before it left off. */
describe("drift, refresh, undo, state and stacks", { timeout: 60_000 }, () => {
  let folder = "";
  const plumb = (...argv: string[]) => runPlumb(argv, folder);
  const json = async (...argv: string[]) => {
    const run = await plumb(...argv, "--json");
    return { ...run, document: JSON.parse(run.stdout) };
  };
  const last = (run: Run) => JSON.parse(run.stdout.trimEnd().split("\n").at(-1) ?? "");

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "plumb-drift-"));
    await plumb("init");
    await plumb("up", "--yes");
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("a write behind our back is drift, and exit 3 when asked for", async () => {
    expect(await json("drift", "--detailed-exitcode")).toMatchObject({ exitCode: 0, document: { drift: [] } });
    await withCloud(folder, async (url) => {
      const changed = await fetch(`${url}/v1/${portalId}?updateMask=displayName`, {
        method: "PATCH",
        headers: { authorization: "Bearer admin@local.example", "content-type": "application/json" },
        body: JSON.stringify({ displayName: "By hand" }),
      });
      expect(changed.status).toBe(200);
    });
    const run = await json("drift", "--detailed-exitcode");
    expect(run).toMatchObject({
      exitCode: 3,
      document: { drift: [{ name: "portal", class: "out-of-band", path: "/displayName", new: "By hand" }] },
    });
    expect((await plumb("drift")).stdout).toContain('displayName: "Portal (dev)" -> "By hand"');
  });

  test("why says that it drifted and who leans on it", async () => {
    const { document } = await json("why", "portal");
    expect(document).toMatchObject({ declared: true, neededBy: [{ name: "backend" }], waitsFor: [] });
    expect(document.steps[0].fields).toMatchObject([{ path: "/displayName", reason: "drifted" }]);
  });

  test("refresh records what is seen; the declaration still differs", async () => {
    expect((await json("refresh")).document.drift).toHaveLength(1);
    expect((await json("drift")).document.drift).toEqual([]);
    expect((await json("plan", "--detailed-exitcode")).exitCode).toBe(3);
  });

  test("undo of a run gives back what was before it", async () => {
    await plumb("up", "--yes");
    await plumb("up", "--yes", "--config", "environment=prod");
    const { document: runs } = await json("runs", "list");
    expect(runs).toHaveLength(4);
    expect((await plumb("undo", runs[0].run)).exitCode).toBe(2);
    const undone = await plumb("undo", runs[0].run.slice(0, 12), "--yes", "--json");
    expect(undone.exitCode).toBe(0);
    expect(last(undone)).toMatchObject({ status: "done", update: 2, create: 0, delete: 0 });
    expect((await json("get", "iam:OAuthClient", portalId)).document.outputs.displayName).toBe("Portal (dev)");
    expect((await json("plan", "--detailed-exitcode")).exitCode).toBe(0);
    expect((await plumb("undo", "nothing-like-it", "--yes")).exitCode).toBe(2);
  });

  test("a renamed record is a move in the plan", async () => {
    expect((await plumb("state", "mv", "portal", "web")).exitCode).toBe(0);
    const moved = await plumb("plan");
    expect(moved.stdout).toContain("moved from web");
    expect((await plumb("state", "mv", "web", "portal")).exitCode).toBe(0);
    expect((await json("plan", "--detailed-exitcode")).exitCode).toBe(0);
  });

  test("what is forgotten is unmanaged, and comes back by import or by an exported state", async () => {
    expect((await plumb("state", "export", "--out", "state.json")).exitCode).toBe(0);
    expect((await plumb("state", "rm", "backend")).exitCode).toBe(2);
    expect((await plumb("state", "rm", "backend", "--yes")).exitCode).toBe(0);
    const found = await json("unmanaged", "connectors:EndpointAttachment", "--out", "found.json");
    expect(found.document).toMatchObject([{ suggestedName: "backend", declaredAs: "backend" }]);
    expect((await plumb("import", "--list", "found.json")).exitCode).toBe(0);
    expect((await json("state", "list")).document).toHaveLength(2);
    expect((await plumb("state", "import", "state.json")).exitCode).toBe(2);
    expect((await plumb("state", "import", "state.json", "--force")).exitCode).toBe(0);
    const altered = readFileSync(join(folder, "state.json"), "utf8").replace("Backend of", "Backside of");
    writeFileSync(join(folder, "state.json"), altered);
    expect((await plumb("state", "import", "state.json", "--force")).exitCode).toBe(2);
    expect((await json("plan", "--detailed-exitcode")).exitCode).toBe(0);
  });

  test("stacks: one in use stays, an empty one goes, two may not claim one object", async () => {
    expect((await plumb("stack", "new", "prod")).exitCode).toBe(0);
    expect((await plumb("stack", "new", "prod")).exitCode).toBe(4);
    const claimed = await plumb("up", "-s", "prod", "--yes", "--json");
    expect(claimed.exitCode).toBe(4);
    expect(last(claimed)).toMatchObject({ status: "refused", problems: [{ code: "claimed-twice" }, {}] });
    const { document: stacks } = await json("stack", "list");
    expect(stacks).toMatchObject([
      { name: "dev", resources: 2 },
      { name: "prod", resources: 0 },
    ]);
    expect((await plumb("stack", "rm", "dev")).exitCode).toBe(4);
    expect((await plumb("stack", "rm", "prod")).exitCode).toBe(0);
    expect((await plumb("stack", "rm", "prod")).exitCode).toBe(2);
  });
});
