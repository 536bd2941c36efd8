import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { plumbProgram, type Run, runPlumb, surroundings } from "./run-plumb.fixture.ts";

const isThere = existsSync("/dev/full");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-lost-output-"));
  writeFileSync(join(folder, "plumb.yaml"), declaration);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const declaration = `name: lost-output
providers:
  google: { kind: google, project: acme, region: here }
resources:
  first:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: first, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
  second:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: second, serviceAttachment: "\${first.serviceAttachment}" }
    options: { dependsOn: [first] }
`;

/** Where a stream of the command leads: kept, to a device without space, or to a reader that is gone. */
type Sink = "kept" | "full" | "unread";

/** Runs the command with its streams leading where they can't be written to. */
async function plumbInto(sinks: { readonly stdout: Sink; readonly stderr: Sink }, ...argv: string[]): Promise<Run> {
  const full = openSync("/dev/full", "w");
  const of = (sink: Sink) => (sink === "full" ? full : "pipe");
  const child = spawn(process.execPath, [plumbProgram, ...argv], {
    cwd: folder,
    env: surroundings(),
    stdio: ["ignore", of(sinks.stdout), of(sinks.stderr)],
  });
  closeSync(full);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    if (sinks[name] === "unread") child[name]?.destroy();
    else child[name]?.setEncoding("utf8").on("data", (chunk: string) => (output[name] += chunk));
  }
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { exitCode, ...output };
}

async function lastRun(): Promise<unknown> {
  const { stdout } = await runPlumb(["runs", "list", "--json"], folder);
  return (JSON.parse(stdout) as unknown[])[0];
}

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

describe.runIf(isThere)("output that has no space", () => {
  test.each([
    [["up", "--yes"], 2],
    [["up", "--yes", "--json"], 2],
  ])("a run goes on to its end: %s", async (argv, changes) => {
    const run = await plumbInto({ stdout: "full", stderr: "kept" }, ...argv);
    expect(await lastRun()).toMatchObject({ status: "done", changes });
    expect(run.exitCode).toBe(1);
    expect(lines(run.stderr).filter((line) => line.startsWith("error: "))).toHaveLength(1);
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  test("a run says nothing where neither stream can be written to", async () => {
    const run = await plumbInto({ stdout: "full", stderr: "full" }, "up", "--yes", "--json");
    expect(run.exitCode).toBe(1);
    expect(await lastRun()).toMatchObject({ status: "done", changes: 2 });
  });

  test("what people read may be lost; programs have their lines all the same", async () => {
    const run = await plumbInto({ stdout: "kept", stderr: "full" }, "up", "--yes", "--json");
    expect(run.exitCode).toBe(1);
    expect(JSON.parse(lines(run.stdout).at(-1) ?? "")).toMatchObject({ event: "summary", status: "done" });
  });

  test.each([[["plan"]], [["plan", "--json"]], [["stack", "list"]], [["help"]], [["version"]], [["check", "--json"]]])(
    "a command that reads says so: %s",
    async (argv) => {
      const run = await plumbInto({ stdout: "full", stderr: "kept" }, ...argv);
      expect(run.exitCode).toBe(1);
      expect(lines(run.stderr).filter((line) => line.startsWith("error: "))).toHaveLength(1);
    },
  );

  test("a refusal stays a refusal", async () => {
    const run = await plumbInto({ stdout: "full", stderr: "kept" }, "plan", "--list", "--json", "--out");
    expect(run.exitCode).toBe(2);
  });
});

describe("a reader that is gone", () => {
  test.each([[["up", "--yes"]], [["up", "--yes", "--json"]]])("a run goes on to its end: %s", async (argv) => {
    const run = await plumbInto({ stdout: "unread", stderr: "kept" }, ...argv);
    expect(await lastRun()).toMatchObject({ status: "done", changes: 2 });
    expect(run.exitCode).toBe(1);
    expect(lines(run.stderr).filter((line) => line.startsWith("error: "))).toHaveLength(1);
  });

  test("a destroy goes on to its end", async () => {
    expect((await runPlumb(["up", "--yes"], folder)).exitCode).toBe(0);
    expect((await plumbInto({ stdout: "unread", stderr: "unread" }, "destroy", "--yes")).exitCode).toBe(1);
    expect((await runPlumb(["state", "list", "--json"], folder)).stdout.trim()).toBe("[]");
  });

  test.each([[["plan"]], [["plan", "--json"]], [["help"]], [["stack", "list"]]])(
    "a command that only reads ends quietly: %s",
    async (argv) => {
      const run = await plumbInto({ stdout: "unread", stderr: "kept" }, ...argv);
      expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    },
  );
});

test.each([
  ["stack", "mv", "dev", "staging"],
  ["config", "set", "size", "large"],
  ["config", "rm", "size"],
])("%s %s changes something: a reader that is gone has not seen it", async (...argv) => {
  writeFileSync(join(folder, "plumb.yaml"), `${declaration}config: { size: { type: string, default: small } }\n`);
  for (const before of [
    ["stack", "new", "dev"],
    ["config", "set", "size", "small"],
  ]) {
    expect(await runPlumb(before, folder)).toMatchObject({ exitCode: 0 });
  }
  expect(await plumbInto({ stdout: "unread", stderr: "kept" }, ...argv)).toMatchObject({ exitCode: 1 });
});
