import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { AzureCloud } from "./azure-cloud.ts";

const run = promisify(execFile);
const packageName = "azure-mgmt-authorization>=4,<5";

export interface PythonOrder {
  readonly version: "2020-10-01" | "2020-10-01-preview";
  /** `role_management_policies.get`, for instance. */
  readonly operation: string;
  /** An object with `$model` becomes that model of the client. */
  readonly arguments: readonly Json[];
  readonly token?: string;
  /** Gather a list page by page. */
  readonly pages?: boolean;
}

/** What a call gave, or the client's typed error: its class and those above it, and what it tells. */
export type PythonAnswer =
  | { readonly result: Json }
  | {
      readonly refusal: {
        readonly kinds: readonly string[];
        readonly status: number | null;
        readonly code: string | null;
        readonly message: string;
      };
    };

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
      const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", packageName];
      await run(join(folder, "bin", "python"), pip);
    } catch (cause) {
      await rm(folder, { recursive: true, force: true });
      const said = cause instanceof Error ? cause.message.trim().split("\n").at(-1) : String(cause);
      return { reason: `${packageName} can't be installed: ${said}` };
    }
    return new PythonEnvironment(folder);
  }

  /** A client of one cloud. */
  async clientOf(cloud: AzureCloud): Promise<PythonClient> {
    const certificate = join(this.#folder, "certificate.pem");
    await writeFile(certificate, cloud.clientOptions.tlsOptions.ca);
    const script = fileURLToPath(new URL("client.py", import.meta.url));
    // Nothing of this machine's configuration, and no home to find more in.
    const env = { PATH: process.env["PATH"] ?? "", HOME: this.#folder };
    return new PythonClient(spawn(join(this.#folder, "bin", "python"), [script, cloud.endpoint, certificate], { env }));
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export class PythonClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #said = "";

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on("data", (part: Buffer) => {
      this.#said += part.toString("utf8");
    });
  }

  async call(order: PythonOrder): Promise<PythonAnswer> {
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`the Python client has ended: ${this.#said}`);
    return JSON.parse(value) as PythonAnswer;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.stdin.end();
    await ended;
  }
}

/** What a call gave; throws when it was refused. */
export function resultOf(answer: PythonAnswer): JsonObject {
  if ("refusal" in answer) throw new Error(`refused: ${JSON.stringify(answer.refusal)}`);
  return answer.result as JsonObject;
}
