import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { importJWK, type JWK, SignJWT } from "jose";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type { Started } from "../e2e/run-plumb.fixture.ts";
import type { HistoryPlace } from "./place.ts";

export const issuer = "https://id.harbour.example";
export const audience = "https://plumb.harbour.example";

interface Question {
  readonly body?: Json;
  /** Under this `Idempotency-Key`. */
  readonly key?: string;
  /** What there must be, as a header. */
  readonly expects?: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status: number;
  readonly isReplayed: boolean;
  readonly body: JsonObject;
}

/** `plumb serve` on the state of a place. */
export class ServedHistory {
  readonly process: Started;
  /** Of the first admin. */
  readonly admin: string;
  readonly #place: HistoryPlace;
  readonly #url: string;

  private constructor(place: HistoryPlace, process: Started, url: string) {
    this.#place = place;
    this.process = process;
    this.#url = url;
    this.admin = readFileSync(join(place.folder, "state", "admin.token"), "utf8").trim();
  }

  /** Serves while the work is done; a process that the work has killed is over. */
  static async during<T>(place: HistoryPlace, work: (service: ServedHistory) => Promise<T>): Promise<T> {
    const process = place.start("serve --port 0 --json --log-level silent --access access.json");
    try {
      return await work(await ServedHistory.#of(place, process));
    } finally {
      process.signal("SIGTERM");
      await process.ended;
    }
  }

  static async #of(place: HistoryPlace, process: Started): Promise<ServedHistory> {
    await process.says("}");
    return new ServedHistory(place, process, /"url": ?"([^"]+)"/.exec(process.output())?.[1] ?? "");
  }

  /** Asks below `/v1/`. */
  async ask(token: string, method: string, path: string, { body, key, expects }: Question = {}): Promise<Reply> {
    const response = await fetch(`${this.#url}/v1/${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, ...expects },
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      isReplayed: response.headers.get("idempotency-replayed") === "true",
      body: (text === "" ? {} : JSON.parse(text)) as JsonObject,
    };
  }

  /** The document of an answer that is to be a success. */
  async done(token: string, method: string, path: string, question: Question = {}): Promise<JsonObject> {
    const { status, body } = await this.ask(token, method, path, question);
    if (status < 300) return body;
    throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  }

  /** Waits until a run stands in one of these ways, and gives which. */
  async untilRun(path: string, ...ways: readonly string[]): Promise<string> {
    for (;;) {
      const now = String((await this.done(this.admin, "GET", path))["status"]);
      if (ways.includes(now)) return now;
      if (!["queued", "running", "broken-off"].includes(now)) throw new Error(`${path} is ${now}, not ${ways}`);
      await sleep(100);
    }
  }

  /** A token of a person, whose provider signs with the key in `issuer.json`. */
  async tokenOf(person: string): Promise<string> {
    const jwk = JSON.parse(readFileSync(join(this.#place.folder, "issuer.json"), "utf8")) as JWK;
    const seconds = Math.floor(this.#place.now() / 1000);
    const claims = { iss: issuer, aud: audience, sub: person, iat: seconds, exp: seconds + 600, client_id: "plumb" };
    const header = { alg: "ES256", kid: "recorded", typ: "at+jwt" };
    return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(jwk, "ES256"));
  }
}
