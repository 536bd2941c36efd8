import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { getAsset, isSea } from "node:sea";
import { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { Fault } from "../../../packages/base/fault.ts";
import { invariant } from "../../../packages/base/invariant.ts";
import type { Lesson } from "../../cli/learn/lesson.ts";
import { whyFailed } from "../../files/why-failed.ts";

const pageName = "docs/tutorial.md";

/** The page lies beside `src` and beside the bundle alike; the single executable has it inside. */
function readPage(): string {
  if (isSea()) return getAsset(pageName, "utf8");
  const way = import.meta.url.endsWith(".ts") ? "../../../" : "../";
  return readFileSync(new URL(`${way}${pageName}`, import.meta.url), "utf8");
}

/**
 * Makes the folder, and opens a shell in it, in which `plumb` is this very program. `beforeRun` is called before a
 * command writes to the terminal. Throws a Fault where the folder can't be made or no shell is there. `close` ends the
 * shell's process group; a crash leaves a folder in the temporary one.
 */
export async function openLesson(folder: string, beforeRun: () => void): Promise<Lesson> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new Fault("store-failed", `the folder ${folder} can't be made: ${whyFailed(cause)}`, { cause });
  }
  const bin = mkdtempSync(join(tmpdir(), "plumb-learn-"));
  const plumb = join(bin, "plumb");
  const self = isSea() ? `"${process.execPath}"` : `"${process.execPath}" "${process.argv[1]}"`;
  writeFileSync(plumb, `#!/bin/sh\nexec ${self} "$@"\n`);
  chmodSync(plumb, 0o755);
  const path = `${bin}:${dirname(process.execPath)}:${process.env["PATH"]}`;
  // What is tried out stays on this machine.
  const env = { ...process.env, PATH: path, PLUMB_SERVER: "" };
  const shell = spawn("sh", { cwd: folder, env, stdio: ["pipe", 1, 2, "pipe"], detached: true });
  try {
    await once(shell, "spawn");
  } catch (cause) {
    rmSync(bin, { recursive: true });
    throw new Fault("invalid-environment", "the tutorial's commands run in `sh`, which is not on the PATH", { cause });
  }
  const [input, , , ends] = shell.stdio;
  invariant(input instanceof Writable && ends instanceof Readable, "the shell has a pipe each way");
  const codes = createInterface({ input: ends })[Symbol.asyncIterator]();
  return {
    page: readPage(),
    run: async (command) => {
      beforeRun();
      input.write(`{ ${command}\n} </dev/null 3>&-; echo $? >&3\n`);
      return Number((await codes.next()).value ?? 1);
    },
    newestRun: async () => {
      const { stdout } = await promisify(execFile)(plumb, ["runs", "list", "--json"], { cwd: folder, env });
      return /"run": *"([0-9a-f]{12})/.exec(stdout)?.[1] ?? null;
    },
    close: () => {
      if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, "SIGTERM");
      rmSync(bin, { recursive: true, force: true });
    },
  };
}
