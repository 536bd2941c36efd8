import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";

const run = promisify(execFile);
const packageName = "google-cloud-compute>=1.40,<2";
const script = fileURLToPath(new URL("client.py", import.meta.url));

/** One call of `ReservationsClient`. */
export interface PythonOrder {
  readonly call: string;
  readonly request: JsonObject;
  readonly token?: string;
}

/** What a call gave, or the client's typed error. */
export interface PythonOutcome {
  readonly result?: Json;
  readonly refusal?: { readonly type: string; readonly status: number };
}

/** An environment of its own with the official Python client in it, thrown away at the end. */
export class PythonEnvironment {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** The environment, or the reason why this machine can't have it: no Python, or no package. */
  static async install(): Promise<PythonEnvironment | { readonly reason: string }> {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-python-"));
    try {
      await run("python3", ["-m", "venv", folder]);
      await run(join(folder, "bin", "python"), ["-m", "pip", "install", "--quiet", packageName]);
    } catch (cause) {
      await rm(folder, { recursive: true, force: true });
      const said = cause instanceof Error ? cause.message.trim().split("\n").at(-1) : String(cause);
      return { reason: `${packageName} can't be installed: ${said}` };
    }
    return new PythonEnvironment(folder);
  }

  /** Makes the calls one after the other; `host` is a name and a port. */
  async call(host: string, orders: readonly PythonOrder[]): Promise<readonly PythonOutcome[]> {
    const child = spawn(join(this.#folder, "bin", "python"), [script, host], {
      // Nothing of this machine's configuration, and no home to find more in.
      env: { PATH: process.env["PATH"] ?? "", HOME: this.#folder },
    });
    child.stdin.end(JSON.stringify(orders));
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (said === "") throw new Error(`the Python client has ended: ${complained}`);
    return JSON.parse(said) as readonly PythonOutcome[];
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
