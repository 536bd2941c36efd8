import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/** A service over a folder's store, and the token of its first admin. */
export interface ServedPlumb {
  readonly service: ChildProcess;
  readonly url: string;
  readonly admin: string;
}

/** Runs a command of the bundle to its end; throws what it said where it failed. */
export function runPlumb(bundle: string, cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [bundle, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
    // The plan is told to people there.
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`plumb ${args.join(" ")}: ${stderr.slice(-2000)}`);
}

/** Serves a folder's store until the process is killed, also where this throws: it is noted in `children` at once. */
export async function servePlumb(
  bundle: string,
  cwd: string,
  children: ChildProcess[],
  ...more: readonly string[]
): Promise<ServedPlumb> {
  const service = spawn(process.execPath, [bundle, "serve", "--port", "0", "--json", "--log-level", "warn", ...more], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(service);
  let text = "";
  for await (const chunk of service.stdout ?? []) {
    text += String(chunk);
    if (!text.trimEnd().endsWith("}")) continue;
    const { url, firstAdmin } = JSON.parse(text) as { readonly url: string; readonly firstAdmin: string };
    return { service, url, admin: readFileSync(join(cwd, firstAdmin), "utf8").trim() };
  }
  throw new Error("the service has said nothing");
}
