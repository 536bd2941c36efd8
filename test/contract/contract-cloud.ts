import type { Clock } from "../../packages/base/clock.ts";
import { asking } from "../../packages/base/exchange/asking.fixture.ts";
import { type Exchange, withFields } from "../../packages/base/exchange/exchange.ts";
import type { Ids } from "../../packages/base/ids.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { Faults } from "../../packages/local-cloud/runtime/faults/fault-knobs.ts";
import { LocalCloud } from "../../packages/local-cloud/runtime/local-cloud.ts";
import { LocalStorage } from "../../packages/local-cloud/runtime/local-storage.ts";
import type { LocalMode, LocalVendor } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { inProcess, networkError, type Transport } from "./transport.ts";

export const cloudOrigin = inProcess.origin;
export const admin = "admin@local.example";

/** How the network fails: with a code before anything was sent, or after the platform has done its work. */
export type NetworkFailure = { readonly kind: "unsent"; readonly code: string } | { readonly kind: "answer-lost" };

/** Marks a request whose answer is to be lost on its way back. */
const lostAnswer = "x-contract-lost-answer";

/** One vendor's local server in memory, at a clock that moves only when told to; counts and breaks what passes. */
export class ContractCloud {
  readonly #cloud: LocalCloud;
  readonly #network: Exchange;
  readonly #transport: Transport;
  readonly #storage = new LocalStorage(":memory:");
  #uniques = 0;
  /** Requests that are not plain reads, sent since the beginning. */
  mutatingCalls = 0;

  constructor(vendor: LocalVendor, operationMs: number, transport = inProcess, mode: LocalMode = "documented") {
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
      mode,
      operationMs,
    });
    this.#transport = transport;
    this.#network = transport.carry(async (request) => {
      const response = await this.#cloud.exchange(request);
      if (request.headers[lostAnswer] !== undefined) throw new Error("lost");
      return response;
    });
  }

  /** What goes wrong inside the cloud. */
  get faults(): Faults {
    return this.#cloud.faults;
  }

  /** An exchange with the credentials of a principal; null sends none. */
  exchangeAs(principal: string | null): Exchange {
    return async (request) => {
      if (request.method !== "GET") this.mutatingCalls += 1;
      const shown = principal === null ? {} : { authorization: `Bearer local:${principal}` };
      return this.#network(withFields(request, shown));
    };
  }

  /** An exchange over a network that fails: unsent hits every request, a lost answer only what is no plain read. */
  failingExchange(failure: NetworkFailure): Exchange {
    const sound = this.exchangeAs(admin);
    return async (request) => {
      if (failure.kind === "unsent") {
        if (failure.code === "ECONNREFUSED") return this.#transport.refused(request);
        throw networkError(failure.code);
      }
      return sound(request.method === "GET" ? request : withFields(request, { [lostAnswer]: "1" }));
    };
  }

  async #control(method: string, path: string, body?: unknown): Promise<JsonObject> {
    const response = await asking(this.#cloud.exchange)(
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
