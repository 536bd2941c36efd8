import type { Json, JsonObject } from "../../base/json/json.ts";
import { LocalCloud } from "../runtime/local-cloud.ts";
import { LocalStorage } from "../runtime/local-storage.ts";
import type { LocalMode } from "../runtime/local-vendor.ts";
import { databricksLocal } from "./databricks-local.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
}

/** Who calls: a principal's name, null for no credentials, or headers of any other kind. */
export type Credentials = string | null | Readonly<Record<string, string>>;

export const host = "https://workspace.test";
export const accountHost = "https://accounts.cloud.test";

/** A workspace of its own at a clock that moves only when told to, and how to call it. */
export function openWorkspace(mode: LocalMode = "documented") {
  let drawn = 0;
  const cloud = new LocalCloud({
    storage: new LocalStorage(":memory:"),
    vendors: [databricksLocal],
    clock: { now: () => Date.parse("2026-01-02T03:04:05Z"), sleep: async () => {} },
    ids: {
      unique: () => {
        drawn += 1;
        return drawn.toString(16).padStart(32, "0");
      },
      suffix: (length) => "x".repeat(length),
    },
    mode,
    operationMs: 0,
  });
  const send = async (request: Request): Promise<Answer> => {
    const response = await cloud.fetch(request);
    return { status: response.status, headers: response.headers, body: (await response.json()) as JsonObject };
  };
  /** `path` without leading slash is on the workspace's host. */
  const call = (method: string, path: string, body?: Json, as: Credentials = "admin@local.example") => {
    const named = typeof as === "string" ? { authorization: `Bearer local:${as}` } : as;
    const url = URL.canParse(path) ? path : `${host}/${path}`;
    return send(
      new Request(url, { method, headers: named ?? {}, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    );
  };
  return {
    cloud,
    call,
    /** Sends a form, as token endpoints take it. */
    form: (path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
      send(
        new Request(URL.canParse(path) ? path : `${host}/${path}`, {
          method: "POST",
          headers,
          body: new URLSearchParams(fields),
        }),
      ),
    seed: async (...seeds: readonly JsonObject[]) => {
      const answer = await call("POST", "_local/seed", seeds);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    log: async () => (await call("GET", "_local/log")).body["writes"] as readonly JsonObject[],
    advance: (advanceMs: number) => call("POST", "_local/clock", { advanceMs }),
  };
}

export type Workspace = ReturnType<typeof openWorkspace>;
