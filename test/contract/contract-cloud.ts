import type { Clock } from "../../src/base/clock.ts";
import type { Fetch } from "../../src/base/fetch.ts";
import type { Ids } from "../../src/base/ids.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { LocalCloud } from "../../src/clouds/ground/local-cloud.ts";
import { LocalStorage } from "../../src/clouds/ground/local-storage.ts";
import type { LocalVendor } from "../../src/clouds/ground/local-vendor.ts";

export const cloudOrigin = "http://cloud.contract.test";
export const admin = "admin@local.example";

/** How the network fails: with a code before anything was sent, or after the platform has done its work. */
export type NetworkFailure = { readonly kind: "unsent"; readonly code: string } | { readonly kind: "answer-lost" };

/** One vendor's local server in memory, at a clock that moves only when told to; counts and breaks what passes. */
export class ContractCloud {
  readonly #cloud: LocalCloud;
  readonly #storage = new LocalStorage(":memory:");
  #uniques = 0;
  /** Requests that are not plain reads, sent since the beginning. */
  mutatingCalls = 0;

  constructor(vendor: LocalVendor, operationMs: number) {
    const clock: Clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678), sleep: async () => {} };
    const ids: Ids = {
      unique: () => {
        this.#uniques += 1;
        return this.#uniques.toString(16).padStart(32, "0");
      },
      suffix: (length) => "a".repeat(length),
    };
    this.#cloud = new LocalCloud({
      storage: this.#storage,
      vendors: [vendor],
      clock,
      ids,
      mode: "documented",
      operationMs,
    });
  }

  /** A fetch with the credentials of a principal; null sends none. */
  fetchAs(principal: string | null): Fetch {
    return async (request) => {
      if (principal !== null) request.headers.set("authorization", `Bearer local:${principal}`);
      if (request.method !== "GET") this.mutatingCalls += 1;
      return this.#cloud.fetch(request);
    };
  }

  /** A fetch over a network that fails: unsent hits every request, a lost answer only what is no plain read. */
  failingFetch(failure: NetworkFailure): Fetch {
    const sound = this.fetchAs(admin);
    return async (request) => {
      if (failure.kind === "unsent") throw networkError(failure.code);
      const isRead = request.method === "GET";
      const response = await sound(request);
      if (isRead) return response;
      throw networkError("ECONNRESET");
    };
  }

  async #control(method: string, path: string, body?: unknown): Promise<JsonObject> {
    const response = await this.#cloud.fetch(
      new Request(`${cloudOrigin}/_local/${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    if (!response.ok) throw new Error(`_local/${path}: ${await response.text()}`);
    return (await response.json()) as JsonObject;
  }

  async advance(advanceMs: number): Promise<void> {
    await this.#control("POST", "clock", { advanceMs });
  }

  async seed(seeds: readonly JsonObject[]): Promise<void> {
    await this.#control("POST", "seed", seeds);
  }

  /** What the cloud itself says was written, `action caller`. */
  async log(): Promise<readonly string[]> {
    const { writes } = await this.#control("GET", "log");
    return (writes as readonly JsonObject[]).map((write) => `${write["action"]} ${write["caller"]}`);
  }

  close(): void {
    this.#storage.close();
  }
}

/** What `fetch` throws when a connection fails with this system error. */
function networkError(code: string): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}
