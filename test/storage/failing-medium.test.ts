import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPlumb } from "../e2e/run-plumb.fixture.ts";
import { partOf } from "../properties/part-of-cases.ts";
import type { FailingRun } from "./failing-runs.ts";

const source = fileURLToPath(new URL("failing-medium.c", import.meta.url));
const runs = fileURLToPath(new URL("failing-runs.ts", import.meta.url));

let root = "";
let library = "";
/** Why there is no library that makes calls fail. */
let missing = "";

beforeAll(() => {
  // Memory where there is such a directory: every run synchronises many times, and nothing here is to outlive it.
  root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "plumbline-medium-"));
  const out = join(root, "failing-medium.so");
  try {
    if (process.platform !== "linux") throw new Error("only the loader of Linux is known here");
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", out, source, "-ldl"], { stdio: "pipe" });
    library = out;
  } catch (cause) {
    missing = `no failing medium: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Every run of one way to fail, from the first call on that fails to the first run in which none does. */
async function runsUnder(kind: string, errno: number, how: "once" | "on"): Promise<readonly FailingRun[]> {
  const dir = join(root, `${kind}-${errno}-${how}`);
  mkdirSync(dir);
  const child = spawn(process.execPath, [runs, dir, kind, String(errno), how], {
    env: { PATH: process.env["PATH"], LD_PRELOAD: library },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr.on("data", (text) => {
    complaints += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const found: FailingRun[] = [];
  for await (const line of createInterface({ input: child.stdout })) found.push(JSON.parse(line) as FailingRun);
  expect({ code: await ended, complaints }).toEqual({ code: 0, complaints: "" });
  return found;
}

const objects = [
  "projects/acme/locations/global/oauthClients/portal-client",
  "projects/acme/locations/here/endpointAttachments/link",
];

/** What a failing medium may do to a run, and what it may never do. */
function judge(found: readonly FailingRun[]): void {
  for (const { n, broken, again, plan, doctor, writes, recorded } of found) {
    const seen = { n, broken, again, plan, doctor };
    // Either it came through, or it says why in one clear fault.
    expect([0, 1], JSON.stringify(seen)).toContain(broken.code);
    if (broken.code === 1) expect(broken.stderr).toMatch(/^error\[store-failed\]: /);
    expect(broken.stderr).not.toMatch(/^ +at /m);
    expect(again, JSON.stringify(seen)).toMatchObject({ code: 0 });
    expect(plan, JSON.stringify(seen)).toMatchObject({ code: 0 });
    expect(doctor, JSON.stringify(seen)).toMatchObject({ code: 0 });
    // No orphan, no duplicate, by the cloud's own account.
    expect([...writes].sort(), JSON.stringify(seen)).toEqual(objects.map((object) => `create ${object}`));
    expect([...recorded].sort(), JSON.stringify(seen)).toEqual(objects);
  }
  expect(found.at(-1)?.broken.code).toBe(0);
}

describe("a medium that fails under `up`", () => {
  const ways = [
    { name: "the disk is full from the n-th write on", kind: "write", errno: 28, how: "on", says: /full/ },
    { name: "the n-th write fails", kind: "write", errno: 5, how: "once", says: /disk failed/ },
    { name: "the n-th synchronisation fails", kind: "sync", errno: 5, how: "once", says: /disk failed/ },
    {
      name: "nothing can be written from the n-th open on",
      kind: "open",
      errno: 30,
      how: "on",
      step: 1,
      says: /written|opened|read-only/,
    },
    {
      name: "rights are missing from the n-th open on",
      kind: "open",
      errno: 13,
      how: "on",
      step: 1,
      says: /written|opened|rights/,
    },
  ] as const;

  test.for(partOf(ways, 3))(
    "$name: it says so, and the next run has lost nothing",
    { timeout: 180_000 },
    async (way, { skip }) => {
      if (library === "") skip(missing);
      const found = await runsUnder(way.kind, way.errno, way.how);
      judge(found);
      const failed = found.filter(({ broken }) => broken.code === 1);
      expect(failed.length).toBeGreaterThan(2);
      for (const { broken } of failed) expect(broken.stderr).toMatch(way.says);
    },
  );

  test("the command as a process: exit code 1, one message, no trace", { timeout: 180_000 }, async ({ skip }) => {
    if (library === "") skip(missing);
    const dir = join(root, "command");
    mkdirSync(dir);
    writeFileSync(join(dir, "plumb.yaml"), "name: x\n");
    const surroundings = {
      LD_PRELOAD: library,
      MEDIUM_CONTROL: join(dir, "medium-control"),
      MEDIUM_FAILS: "sync 5 2 on /state.db",
    };
    const { exitCode, stdout, stderr } = await startPlumb(["stack", "new", "one"], dir, surroundings).ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toMatch(/^error\[store-failed\]: .*\n +.*disk failed.*\n( .*\n)?$/);
    expect(await startPlumb(["stack", "new", "one"], dir).ended).toMatchObject({ exitCode: 0 });
  });
});
