import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Started, startPlumb } from "../e2e/run-plumb.fixture.ts";

/** Made by `npm run test:crash`, and with what it needs beside it. */
const bundle = fileURLToPath(new URL("../../dist/plumb.mjs", import.meta.url));
const probe = fileURLToPath(new URL("longest-stretch.mjs", import.meta.url));

/**
 * What was answered, and how many milliseconds of the processor the main thread worked at most without a turn of the
 * event loop.
 */
export interface Asked {
  readonly status: number;
  readonly text: string;
  readonly stretch: number;
}

/** A real service whose main thread is listened to. */
export class ProbedService {
  readonly #root: string;
  readonly #service: Started;
  readonly #url: string;

  private constructor(root: string, service: Started) {
    this.#root = root;
    this.#service = service;
    this.#url = /"url": ?"([^"]+)"/.exec(service.output())?.[1] ?? "";
  }

  static async begun(): Promise<ProbedService> {
    const root = mkdtempSync(join(tmpdir(), "plumb-probed-"));
    const stretches = join(root, "stretches");
    writeFileSync(stretches, "");
    const environment = {
      PLUMB_ADMIN_TOKEN_FILE: join(root, "admin.token"),
      ...{ NODE_OPTIONS: `--import=${probe}`, PLUMB_STRETCHES: stretches },
    };
    const argv = ["serve", "--port", "0", "--json", "--dir", "state", "--log-level", "warn"];
    const service = startPlumb(argv, root, environment, bundle);
    await service.says('"firstAdmin"');
    return new ProbedService(root, service);
  }

  async end(): Promise<void> {
    this.#service.kill();
    await this.#service.ended;
    rmSync(this.#root, { recursive: true, force: true });
  }

  get longest(): number {
    return Math.max(0, ...this.#told());
  }

  /** Sends a request and reads its answer; of a stream, until it says `until`. */
  async ask(method: string, path: string, body: string | null = null, until: string | null = null): Promise<Asked> {
    const before = this.#told().length;
    const authorization = `Bearer ${readFileSync(join(this.#root, "admin.token"), "utf8").trim()}`;
    const matching = method === "PUT" ? { "if-match": "*" } : {};
    const headers = { authorization, ...matching, ...(body === null ? {} : { "content-type": "application/json" }) };
    const end = new AbortController();
    const response = await fetch(`${this.#url}${path}`, { method, headers, body, signal: end.signal });
    const text = until === null ? await response.text() : await readUntil(response, until);
    end.abort();
    await sleep(20);
    return { status: response.status, text, stretch: Math.max(0, ...this.#told().slice(before)) };
  }

  #told(): readonly number[] {
    return readFileSync(join(this.#root, "stretches"), "utf8").split("\n").slice(0, -1).map(Number);
  }
}

async function readUntil(response: Response, until: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes(until)) break;
  }
  return text;
}
