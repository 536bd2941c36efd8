import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { plumbProgram, surroundings } from "./run-plumb.fixture.ts";

/** Stands for an interpreter: a program that never ends, with a child, and that says which signals reach it. */
const interpreter = `#!/bin/sh
trap 'echo "the program was interrupted" >&2' INT TERM HUP
sleep 3600 &
echo $! > child
echo $$ > program
wait
wait
`;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-program-signals-"));
  writeFileSync(join(folder, "plumb.py"), "");
  writeFileSync(join(folder, "interpreter"), interpreter);
  chmodSync(join(folder, "interpreter"), 0o755);
});
afterEach(() => {
  for (const name of ["program", "child"]) if (existsSync(join(folder, name))) kill(pidOf(name));
  rmSync(folder, { recursive: true, force: true });
});

const pidOf = (name: string) => Number(readFileSync(join(folder, name), "utf8"));

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone, as it should be.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One that nobody has waited for yet is dead all the same.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, "utf8"));
}

async function untilGone(name: string): Promise<void> {
  const pid = pidOf(name);
  while (isAlive(pid)) await nextTurn();
}

describe("a program", () => {
  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends with its children on %s, which does not reach it by itself",
    async (signal) => {
      // A group of its own, as a shell gives it: a terminal sends its signals to the whole group.
      const plumb = spawn(process.execPath, [plumbProgram, "plan", "-f", "plumb.py"], {
        cwd: folder,
        env: { ...surroundings(), PLUMB_PYTHON: join(folder, "interpreter") },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      let stderr = "";
      plumb.stderr.setEncoding("utf8").on("data", (piece: string) => {
        stderr += piece;
      });
      const ended = new Promise<number | null>((resolve) => plumb.once("exit", resolve));
      const program = join(folder, "program");
      while (!existsSync(program) || readFileSync(program, "utf8") === "") await nextTurn();
      process.kill(-(plumb.pid ?? 0), signal);
      expect(await ended).toBe(130);
      expect(stderr).not.toContain("interrupted");
      await untilGone("program");
      await untilGone("child");
    },
    60_000,
  );
});
