import { isJsonObject, type Json, type JsonObject } from "../../base/json/json.ts";
import { LocalCloud } from "../runtime/local-cloud.ts";
import { LocalStorage } from "../runtime/local-storage.ts";
import type { LocalMode } from "../runtime/local-vendor.ts";
import { armLocal } from "./arm-local.ts";

export interface ArmReply {
  readonly status: number;
  readonly body: Json | undefined;
  readonly headers: Headers;
}

/** A local cloud with only this vendor, in memory, at a clock that stands still until it is moved. */
export class ArmCloud {
  readonly #cloud: LocalCloud;

  constructor(mode: LocalMode = "documented", operationMs = 0) {
    let uniques = 0;
    this.#cloud = new LocalCloud({
      storage: new LocalStorage(":memory:"),
      vendors: [armLocal],
      clock: { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678), sleep: () => Promise.resolve() },
      ids: {
        unique: () => {
          uniques += 1;
          return uniques.toString(16).padStart(32, "0");
        },
        suffix: (length) => "a".repeat(length),
      },
      mode,
      operationMs,
    });
  }

  /** `path` with its query; `authorization` null sends no credentials. */
  async call(
    method: string,
    path: string,
    body?: Json,
    headers: Readonly<Record<string, string | null>> = {},
  ): Promise<ArmReply> {
    const sent = { authorization: "Bearer any", "content-type": "application/json", ...headers };
    const response = await this.#cloud.fetch(
      new Request(`http://local.example${path}`, {
        method,
        headers: Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== null),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      body: text === "" ? undefined : (JSON.parse(text) as Json),
      headers: response.headers,
    };
  }

  /** Like `call`, for answers that must be objects. */
  async object(method: string, path: string, body?: Json): Promise<JsonObject> {
    const reply = await this.call(method, path, body);
    if (!isJsonObject(reply.body)) throw new TypeError(`${method} ${path} answered ${reply.status} without an object`);
    return reply.body;
  }

  /** The objects in a collection's answer. */
  async listed(path: string): Promise<readonly JsonObject[]> {
    const { value } = await this.object("GET", path);
    return Array.isArray(value) ? value.filter(isJsonObject) : [];
  }

  async seed(seeds: Json): Promise<ArmReply> {
    return this.call("POST", "/_local/seed", seeds);
  }

  /** What the cloud says was written, `action object`. */
  async writes(): Promise<readonly string[]> {
    const { writes } = await this.object("GET", "/_local/log");
    const entries = Array.isArray(writes) ? writes.filter(isJsonObject) : [];
    return entries.map((entry) => `${String(entry["action"])} ${String(entry["object"])}`);
  }

  async advance(milliseconds: number): Promise<void> {
    await this.call("POST", "/_local/clock", { advanceMs: milliseconds });
  }
}
