import { expect } from "vitest";
import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import type { Json, JsonObject } from "../../base/json/json.ts";
import { LocalCloud } from "../runtime/local-cloud.ts";
import { LocalStorage } from "../runtime/local-storage.ts";
import type { LocalMode } from "../runtime/local-vendor.ts";
import { replyComplaints } from "./check-reply.fixture.ts";
import { googleLocal } from "./google-local.ts";

/** Midnight of a fixed day: the fake clock stands still, time moves through the control surface. */
const startMs = Date.UTC(2026, 0, 1);
export const localOrigin = "http://local.test";

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
}

export interface LocalFixture {
  /**
   * Sends a request as the default caller, as another (`local:<name>`), or as nobody (null). Search parameters as body
   * are sent as a form. Every reply is held against the vendor's schema.
   */
  call(method: string, path: string, body?: Json | URLSearchParams, caller?: string | null): Promise<Reply>;
  /** Sends a request with these headers only. */
  send(
    method: string,
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<Reply>;
  advance(milliseconds: number): Promise<void>;
  /** The write log as `action object` lines. */
  log(): Promise<readonly string[]>;
}

/** A local cloud with Google only, in memory, for the tests of this room. */
export function localFixture(options: { readonly mode?: LocalMode; readonly operationMs?: number } = {}): LocalFixture {
  let counter = 0;
  const clock: Clock = { now: () => startMs, sleep: async () => {} };
  const ids: Ids = {
    unique: () => {
      counter += 1;
      return counter.toString(16).padStart(32, "0");
    },
    suffix: (length) => "a".repeat(length),
  };
  const { mode = "documented", operationMs = 1000 } = options;
  const cloud = new LocalCloud({
    storage: new LocalStorage(":memory:"),
    vendors: [googleLocal],
    clock,
    ids,
    mode,
    operationMs,
  });
  const send: LocalFixture["send"] = async (method, path, body, headers) => {
    const response = await cloud.fetch(
      new Request(`${localOrigin}/${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
    );
    const text = await response.text();
    const reply = text === "" ? undefined : (JSON.parse(text) as Json);
    const answered = { method, path: path.split("?")[0] ?? "", status: response.status, body: reply };
    expect(replyComplaints(answered)).toEqual([]);
    return { status: response.status, headers: response.headers, body: (reply ?? {}) as JsonObject };
  };
  const call: LocalFixture["call"] = (method, path, body, caller = "any-token") => {
    const authorization = caller === null ? {} : { authorization: `Bearer ${caller}` };
    if (!(body instanceof URLSearchParams)) {
      return send(method, path, body === undefined ? undefined : JSON.stringify(body), authorization);
    }
    return send(method, path, body.toString(), {
      ...authorization,
      "content-type": "application/x-www-form-urlencoded",
    });
  };
  return {
    call,
    send,
    advance: async (advanceMs) => {
      await call("POST", "_local/clock", { advanceMs });
    },
    log: async () => {
      const { body } = await call("GET", "_local/log");
      const writes = body["writes"] as readonly JsonObject[];
      return writes.map((write) => `${write["action"]} ${write["object"]}`);
    },
  };
}
