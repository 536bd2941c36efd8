import { randomBytes } from "node:crypto";
import { GoogleAuth, OAuth2Client } from "google-auth-library";
import { exchangeOver } from "../../../packages/base/exchange/exchange-over.fixture.ts";
import type { Json } from "../../../packages/base/json/json.ts";
import { googleLocal } from "../../../packages/local-cloud/google/google-local.ts";
import { LocalCloud } from "../../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../../packages/local-cloud/runtime/local-storage.ts";
import type { LocalMode } from "../../../packages/local-cloud/runtime/local-vendor.ts";
import { serveCloud } from "../../../packages/local-cloud/runtime/serve-cloud.ts";
import { ShapeWitness } from "../../vendor-interfaces/shape-witness.ts";
import { noting } from "../client-ledger.ts";

/**
 * The local cloud as `plumb cloud` serves it, on a free port of this machine. Every answer is held against the vendor's
 * schemas.
 */
export class GoogleCloud {
  /** Without a trailing slash. */
  readonly url: string;
  readonly #storage: LocalStorage;
  readonly #ending: AbortController;
  readonly #witness: ShapeWitness;

  private constructor(url: string, storage: LocalStorage, ending: AbortController, witness: ShapeWitness) {
    this.url = url;
    this.#storage = storage;
    this.#ending = ending;
    this.#witness = witness;
  }

  static async start(options: { readonly mode?: LocalMode; readonly operationMs?: number } = {}): Promise<GoogleCloud> {
    const storage = new LocalStorage(":memory:");
    const cloud = new LocalCloud({
      storage,
      vendors: [googleLocal],
      // The real time: clients check the times in ID tokens.
      clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
      ids: { unique: () => randomBytes(16).toString("hex"), suffix: (length) => "a".repeat(length) },
      mode: options.mode ?? "documented",
      operationMs: options.operationMs ?? 0,
    });
    const ending = new AbortController();
    const witness = new ShapeWitness({ mode: options.mode ?? "documented" });
    const { url } = await serveCloud(exchangeOver(noting(witness.around(cloud.fetch))), 0, ending.signal);
    return new GoogleCloud(url, storage, ending, witness);
  }

  /** Ends it, and gives what was wrong with its answers. */
  close(): readonly string[] {
    this.#ending.abort();
    this.#storage.close();
    return this.#witness.found;
  }

  /** What Google's generated REST clients are given; nothing of the clients themselves is changed. */
  gapicOptions(token = "any-token") {
    const authClient = new OAuth2Client();
    authClient.setCredentials({ access_token: token });
    const { hostname, port } = new URL(this.url);
    return {
      fallback: true,
      apiEndpoint: hostname,
      port: Number(port),
      protocol: "http",
      auth: new GoogleAuth({ authClient }),
    };
  }

  async seed(seeds: Json): Promise<void> {
    await this.#control("seed", seeds);
  }

  async advance(advanceMs: number): Promise<void> {
    await this.#control("clock", { advanceMs });
  }

  async #control(path: string, body: Json): Promise<void> {
    const response = await fetch(`${this.url}/_local/${path}`, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  }
}
