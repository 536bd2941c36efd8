import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";

const run = promisify(execFile);
const packageName = "databricks-sdk>=0.150,<1";

/** What a call gave, or the client's typed error: its class, those above it, and the details' metadata. */
export type PythonAnswer =
  | { readonly result: Json }
  | {
      readonly refusal: {
        readonly kinds: readonly string[];
        readonly message: string;
        readonly code: string | number | null;
        readonly metadata: JsonObject | null;
      };
    };

export interface PythonCall {
  /** How the client is configured: `host`, and `token` or `client_id` and `client_secret`. */
  readonly config: JsonObject;
  /** `settings.restrict_workspace_admins.get`, for instance. */
  readonly call: string;
  readonly arguments?: JsonObject;
  /** The account's client and not the workspace's. */
  readonly account?: boolean;
}

/** The official Python client, in an environment of its own that is thrown away at the end. */
export class PythonClient {
  readonly #folder: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  private constructor(folder: string, child: ChildProcessWithoutNullStreams) {
    this.#folder = folder;
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** The client, or the reason why this machine can't have it: no Python, or no package. */
  static async install(): Promise<PythonClient | { readonly reason: string }> {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-python-"));
    const python = join(folder, "bin", "python");
    try {
      await run("python3", ["-m", "venv", folder]);
      await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", packageName]);
    } catch (cause) {
      await rm(folder, { recursive: true, force: true });
      const said = cause instanceof Error ? cause.message.trim().split("\n").at(-1) : String(cause);
      return { reason: `${packageName} can't be installed: ${said}` };
    }
    // Nothing of this machine's configuration, and no home to find more in.
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, PYTHONUNBUFFERED: "1" };
    return new PythonClient(folder, spawn(python, [fileURLToPath(new URL("client.py", import.meta.url))], { env }));
  }

  async call(order: PythonCall): Promise<PythonAnswer> {
    this.#child.stdin.write(`${JSON.stringify({ arguments: {}, account: false, ...order })}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error("the Python client has ended");
    const answer = JSON.parse(value) as PythonAnswer | { readonly failure: string };
    if ("failure" in answer) throw new Error(answer.failure);
    return answer;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.stdin.end();
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
