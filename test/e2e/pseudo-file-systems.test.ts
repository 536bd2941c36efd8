import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Started, startPlumb } from "./run-plumb.fixture.ts";

let folder = "";
let started: Started[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-pseudo-"));
});
afterEach(() => {
  // A folder that is made there in the system's own way is never made, and never refused.
  for (const each of started) each.kill();
  started = [];
  rmSync(folder, { recursive: true, force: true });
});

function plumb(cwd: string, argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = startPlumb(argv, cwd, environment);
  started.push(child);
  return child.ended;
}

describe.runIf(existsSync("/proc/self"))("where the system shows itself, nothing is kept", { timeout: 60_000 }, () => {
  test.each(["/proc/plumb", "/proc/self/plumb/state", "/sys/plumb"])("a state directory %s is refused", async (dir) => {
    const { exitCode, stderr } = await plumb(folder, ["stack", "new", "test/dev", "--dir", dir]);
    const said = stderr.replaceAll(/\s+/g, " ");
    expect([exitCode, said]).toEqual([1, expect.stringMatching(/^error\[store-failed\]/)]);
    expect(said).toMatch(new RegExp(` ${dir} .* ${dir.startsWith("/sys") ? "sysfs" : "procfs"}`));
    expect(said).toContain(" --dir");
  });

  test("a working folder is refused likewise", async () => {
    const { exitCode, stderr } = await plumb("/proc/self", ["stack", "new", "test/dev"]);
    expect([exitCode, stderr.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringMatching(/^error\[store-failed\].* procfs/),
    ]);
    const init = await plumb("/proc/self", ["init"]);
    expect([init.exitCode === 0, init.stderr]).toEqual([false, expect.not.stringMatching(/^ +at /m)]);
  });

  test("a folder of settings is refused, and a folder for what was checked is done without", async () => {
    const trust = ["provider", "trust", "https://gateway.example"];
    const { exitCode, stderr } = await plumb(folder, trust, { XDG_CONFIG_HOME: "/proc/plumb" });
    expect([exitCode, stderr.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringMatching(/^error\[store-failed\].* procfs/),
    ]);
    expect(await plumb(folder, ["init"])).toMatchObject({ exitCode: 0 });
    expect(await plumb(folder, ["check", "--dir", "/proc/plumb"])).toMatchObject({ exitCode: 0 });
  });
});
