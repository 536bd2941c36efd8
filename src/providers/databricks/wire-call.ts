import { type Exchange, type ExchangeRequest, isOk } from "../../../packages/base/exchange/exchange.ts";
import { answered } from "../../../packages/base/exchange/exchange-failed.ts";
import { retryAfterMs } from "../../../packages/base/exchange/retry-after.ts";
import { Bug } from "../../../packages/base/invariant.ts";
import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { parsedJson } from "../../../packages/base/json/parsed-json.ts";
import { errorCode, freshEtag } from "../../../packages/vendor-wire/databricks/error-envelope.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { refusalOfFailure } from "../../engine/ports/not-sent.ts";
import { inconclusiveRefusal, type Refusal, unclearAnswer } from "../../engine/ports/outcome.ts";
import { type Effect, refusalOf } from "./error-meaning.ts";
import { workspaceOrigin } from "./workspace-address.ts";

/** One call on the wire: a GET is a read, all else a write. */
export interface WireRequest {
  readonly method: "GET" | "PATCH" | "DELETE";
  /** Without leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  /** Old hosts answer with a page for people where they have nothing to tell: it is taken for an empty object. */
  readonly mayBePage?: true;
}

export type WireAnswer =
  | { readonly kind: "answer"; readonly body: JsonObject }
  /** `etag`: the object is there to be written under this version, and was never set. */
  | { readonly kind: "absent"; readonly detail: string; readonly etag?: string }
  | Exclude<Refusal, { kind: "absent" }>;

/** Sends one request to the provider's workspace and translates what comes back; `exchange` adds the credentials. */
export async function wireCall(
  exchange: Exchange,
  provider: ProviderInstance,
  request: WireRequest,
): Promise<WireAnswer> {
  const effect: Effect = request.method === "GET" ? "read" : "write";
  const origin = workspaceOrigin(provider);
  if (origin === undefined) {
    return { kind: "invalid", detail: "the provider's baseUrl is not the address of a workspace", code: null };
  }
  let came: Awaited<ReturnType<typeof answered>>;
  try {
    came = await answered(exchange, toRequest(origin, request));
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    return refusalOfFailure(cause, effect === "read");
  }
  // A body that breaks off leaves what the status says.
  const { response, isWhole } = came;
  const text = isWhole ? response.body : "";
  const body = parsedJson(text);
  if (!isOk(response)) {
    const { status, headers } = response;
    const refusal = refusalOf({ status, body, text, headers, retryAfterMs: retryAfterMs(headers) }, effect);
    const etag = freshEtag(body);
    return refusal.kind === "absent" && etag !== null ? { ...refusal, etag } : refusal;
  }
  if (isJsonObject(body) && isError(body)) {
    // The status says nothing; without a code that is known, nothing does.
    const answer = { status: 500, body, text, headers: response.headers, retryAfterMs: retryAfterMs(response.headers) };
    return inconclusiveRefusal(refusalOf(answer, effect), effect === "read");
  }
  if (isJsonObject(body)) return { kind: "answer", body };
  if (request.mayBePage === true) return { kind: "answer", body: {} };
  // A login page, for instance, also comes with 200.
  const detail = `HTTP ${response.status} whose body is not the JSON object that was due`;
  return unclearAnswer(detail, effect === "read");
}

/**
 * Whether a body tells of an error: in the envelope of the interface, or in the words of OAuth. No document has these
 * members.
 */
function isError(body: JsonObject): boolean {
  const { error } = body;
  return errorCode(body) !== undefined || (typeof error === "string" && error !== "");
}

function toRequest(origin: string, request: WireRequest): ExchangeRequest {
  const url = new URL(request.path, `${origin}/`);
  // URLSearchParams encodes `+`, `/` and `=`, which version tags hold.
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
  const { method, body } = request;
  const accept = { accept: "application/json" };
  if (body === undefined) return { method, url: url.href, headers: accept, body: "" };
  const headers = { ...accept, "content-type": "application/json" };
  return { method, url: url.href, headers, body: JSON.stringify(body) };
}
