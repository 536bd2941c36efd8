import type { Clock } from "../../../base/clock.ts";
import type { Ids } from "../../../base/ids.ts";
import type { Json, JsonObject } from "../../../base/json.ts";
import { LocalCloud } from "../../ground/local-cloud.ts";
import { LocalStorage } from "../../ground/local-storage.ts";
import type { LocalMode } from "../../ground/local-vendor.ts";
import { googleLocal } from "./google-local.ts";

/** Midnight of a fixed day: the fake clock stands still, time moves through the control surface. */
const startMs = Date.UTC(2026, 0, 1);

interface Reply {
  readonly status: number;
  readonly body: JsonObject;
}

export interface LocalFixture {
  /** Sends a request as the default caller, as another (`local:<name>`), or as nobody (null). */
  call(method: string, path: string, body?: Json, caller?: string | null): Promise<Reply>;
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
  const call: LocalFixture["call"] = async (method, path, body, caller = "any-token") => {
    const response = await cloud.fetch(
      new Request(`http://local.test/${path}`, {
        method,
        headers: caller === null ? {} : { authorization: `Bearer ${caller}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  return {
    call,
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
