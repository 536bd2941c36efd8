import { type Exchange, type ExchangeRequest, isOk } from "../../../packages/base/exchange/exchange.ts";
import { answered } from "../../../packages/base/exchange/exchange-failed.ts";
import { retryAfterMs } from "../../../packages/base/exchange/retry-after.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import { readErrorBody } from "../../../packages/vendor-wire/google/error-envelope.ts";
import { apiAddress, type GoogleApi } from "../../../packages/vendor-wire/google/hosts.ts";
import { rpcCodes } from "../../../packages/vendor-wire/google/rpc-codes.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { refusalOfFailure } from "../../engine/ports/not-sent.ts";
import { inconclusiveRefusal, type Refusal, unclearAnswer } from "../../engine/ports/outcome.ts";
import { type Effect, refusalOf } from "./error-meaning.ts";

/** One call on the wire. A GET is a read, everything else a write. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly api: GoogleApi;
  /** Encoded path without leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: JsonObject;
}

/** The parsed body of a success (empty when the answer had none), or what the platform refused. */
export type WireAnswer =
  /** `answeredAt`: when it was given, by the platform's clock. */
  { readonly kind: "answer"; readonly body: JsonObject; readonly answeredAt?: string } | Refusal;

/**
 * The address of a call: that of the API when the provider gives one, its `baseUrl` when it has one, else the API's own
 * host.
 */
export function addressOf(provider: ProviderInstance, api: GoogleApi, path: string): string {
  return `${apiAddress(provider.config, api).base}/${path}`;
}

/** Sends one request and translates whatever comes back; authentication is the business of `exchange`. */
export function wireCall(exchange: Exchange, provider: ProviderInstance, request: WireRequest): Promise<WireAnswer> {
  return callAt(exchange, addressOf(provider, request.api, request.path), request);
}

/** The same at an address that is written out. */
export async function callAt(
  exchange: Exchange,
  address: string,
  request: Pick<WireRequest, "method" | "query" | "body"> & { readonly api?: GoogleApi },
): Promise<WireAnswer> {
  const effect: Effect = request.method === "GET" ? "read" : "write";
  const url = URL.parse(address);
  if (url === null) return { kind: "invalid", detail: `the provider's baseUrl is not a URL: ${address}`, code: null };
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  let came: Awaited<ReturnType<typeof answered>>;
  try {
    came = await answered(exchange, toRequest(url, request));
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    return refusalOfFailure(cause, effect === "read");
  }
  const { response, isWhole } = came;
  const text = isWhole ? response.body : undefined;
  const body = text === undefined ? undefined : parsedJson(text);
  if (!isOk(response)) {
    const { headers, status: httpStatus } = response;
    const told = { retryAfterMs: retryAfterMs(headers), text, api: request.api };
    return refusalOf({ httpStatus, error: readErrorBody(body), ...told }, effect);
  }
  const error = isJsonObject(body) ? errorIn(body) : undefined;
  if (error !== undefined) {
    const httpStatus = isJsonObject(error) ? statusIn(error) : 500;
    const answer = { httpStatus, error: readErrorBody(body), retryAfterMs: retryAfterMs(response.headers), text };
    return inconclusiveRefusal(refusalOf(answer, effect), effect === "read");
  }
  const answeredAt = response.headers["date"];
  if (isJsonObject(body)) return { kind: "answer", body, ...(answeredAt === undefined ? {} : { answeredAt }) };
  if (effect === "write" && text === "") return { kind: "answer", body: {} };
  const detail = `HTTP ${response.status} whose body is not the JSON object that was due`;
  return unclearAnswer(detail, effect === "read");
}

function toRequest(url: URL, { method, body }: Pick<WireRequest, "method" | "body">): ExchangeRequest {
  if (body === undefined) return { method, url: url.href, headers: {}, body: "" };
  return { method, url: url.href, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** The error that a body tells of. An operation that ended with one has a name beside it, and is what was asked for. */
function errorIn({ error, name }: JsonObject): Json | undefined {
  return name === undefined && (isJsonObject(error) || (typeof error === "string" && error !== "")) ? error : undefined;
}

/** The HTTP status that an error stands for by its own words. */
function statusIn({ code, status }: JsonObject): number {
  if (typeof code === "number" && code >= 400 && code < 600) return code;
  const named = Object.entries(rpcCodes).find(([name, { number }]) => name === status || number === code);
  return named?.[1].http ?? 500;
}
