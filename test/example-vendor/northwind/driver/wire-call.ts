import { type Exchange, isOk } from "../../../../packages/base/exchange/exchange.ts";
import { answered, provenUnsent } from "../../../../packages/base/exchange/exchange-failed.ts";
import { retryAfterMs } from "../../../../packages/base/exchange/retry-after.ts";
import { wordsOfFailure } from "../../../../packages/base/exchange/words-of-failure.ts";
import { Bug } from "../../../../packages/base/invariant.ts";
import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { parsedJson } from "../../../../packages/base/json/parsed-json.ts";
import type { ProviderInstance } from "../../../../src/engine/ports/driver.ts";
import { NotSent } from "../../../../src/engine/ports/not-sent.ts";
import { type Refusal, unclearAnswer } from "../../../../src/engine/ports/outcome.ts";
import type { ErrorWord } from "../wire/errors.ts";
import { northwindOrigin } from "../wire/key-wire.ts";

/** One call on the wire: a GET is a read, all else a write. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PATCH";
  /** Without leading slash. */
  readonly path: string;
  readonly body?: JsonObject;
}

export type WireAnswer = { readonly kind: "answer"; readonly body: JsonObject } | Refusal;

/** The address of the vendor, or the one that the provider names. */
export function baseOf({ config: { baseUrl } }: ProviderInstance): string {
  return typeof baseUrl === "string" && baseUrl !== "" ? baseUrl.replace(/\/+$/, "") : northwindOrigin;
}

/** Sends one request and translates what comes back; `exchange` adds the credentials. */
export async function wireCall(
  exchange: Exchange,
  provider: ProviderInstance,
  { method, path, body }: WireRequest,
): Promise<WireAnswer> {
  const isRead = method === "GET";
  const url = `${baseOf(provider)}/${path}`;
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  let came: Awaited<ReturnType<typeof answered>>;
  try {
    came = await answered(exchange, { method, url, headers, body: body === undefined ? "" : JSON.stringify(body) });
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    if (cause instanceof NotSent) return cause.refusal;
    const detail = `no answer: ${wordsOfFailure(cause)}`;
    return unclearAnswer(detail, isRead || provenUnsent(cause));
  }
  const { response, isWhole } = came;
  const told = isWhole ? parsedJson(response.body) : undefined;
  if (!isOk(response)) return refusalOf(response.status, told, retryAfterMs(response.headers), isRead);
  if (response.status === 204) return { kind: "answer", body: {} };
  if (isJsonObject(told)) return { kind: "answer", body: told };
  return unclearAnswer(`HTTP ${response.status} whose body is not the object that was due`, isRead);
}

/** Told apart by the vendor's word, and without one by nothing. */
function refusalOf(status: number, body: unknown, retryAfterMs: number | null, isRead: boolean): Refusal {
  const fault = isJsonObject(body) ? body["fault"] : undefined;
  const [word, text] = isJsonObject(fault) ? [fault["word"], fault["text"]] : [];
  const detail = typeof word === "string" ? `HTTP ${status} ${word}: ${String(text)}` : `HTTP ${status}`;
  switch (word as ErrorWord | undefined) {
    case "NO_SUCH_KEY":
      return { kind: "absent", detail };
    case "KEY_EXISTS":
      return { kind: "conflict", reason: "exists", detail, version: null };
    case "NOT_RETIRED":
      return { kind: "conflict", reason: "wrong-state", detail, version: null };
    case "NO_CREDENTIAL":
      return { kind: "denied", detail, lacks: "valid-credential" };
    case "NOT_ALLOWED":
      return { kind: "denied", detail };
    case "SLOW_DOWN":
      return { kind: "throttled", detail, retryAfterMs };
    case "BAD_REQUEST":
      return { kind: "invalid", detail, code: "BAD_REQUEST" };
    default:
      return status >= 500 ? unclearAnswer(detail, isRead) : { kind: "invalid", detail, code: null };
  }
}
