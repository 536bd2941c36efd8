import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import type { CrashCase } from "./cases.ts";
import type { ChildOrder } from "./child.ts";
import { type CrashImage, newDirectory, removeDirectory, restoreImage, takeImage } from "./crash-image.ts";

/**
 * Where the program of the children lies, and their compiled modules. One that is killed keeps nothing, so one is let
 * live first.
 */
const cache = newDirectory();
const program = join(cache, "child.mjs");

/** As one file the program starts with a third of the work that its sources take. */
function bundleChild(): void {
  const source = fileURLToPath(new URL("child.ts", import.meta.url));
  const target = { bundle: true, platform: "node", target: "node24", format: "esm", outfile: program } as const;
  buildSync({ entryPoints: [source], external: ["pg"], ...target });
}

export function forgetModules(): void {
  removeDirectory(cache);
}

/** A process of its own that is killed at a boundary: by what it ended, and what it left. */
export async function killedChild(
  { operationMs, command }: CrashCase,
  before: CrashImage,
  killAt: number,
): Promise<{ readonly signal: string | null; readonly image: CrashImage }> {
  const dir = restoreImage(before);
  try {
    const { now, drawn, pid, host } = before.next;
    const signal = await signalOf({ dir, birth: before.next, operationMs, command, killAt });
    // How far the other's clock and ids had come is lost with it.
    return { signal, image: takeImage(dir, { now: now + 10_000, drawn: drawn + 100_000, pid: pid + 1, host }) };
  } finally {
    removeDirectory(dir);
  }
}

function signalOf(order: ChildOrder): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  if (!existsSync(program)) bundleChild();
  const started = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: "ignore",
    env: { ...process.env, NODE_COMPILE_CACHE: join(cache, "modules") },
  });
  started.once("error", reject);
  started.once("close", (_, signal) => resolve(signal));
  return promise;
}
