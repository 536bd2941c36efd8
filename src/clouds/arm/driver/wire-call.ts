import type { Fetch } from "../../../base/fetch.ts";
import { Bug } from "../../../base/invariant.ts";
import type { Json, JsonObject } from "../../../base/json.ts";
import type { Refusal } from "../../../engine/ports/outcome.ts";
import { parseError } from "./parsed-error.ts";
import { refusalOf } from "./refusal-of.ts";

interface WireRequest {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly url: string;
  readonly body?: JsonObject;
}

export type WireAnswer =
  /** The platform did it; `body` is undefined where it sent none that can be read. */
  | { readonly kind: "answer"; readonly status: number; readonly body: Json | undefined }
  /** `unsupported`: it has not built this method for this type, whatever the content. */
  | { readonly kind: "refusal"; readonly refusal: Refusal; readonly unsupported: boolean };

/** Codes with which a connection fails before anything could be sent. */
const unsentCodes: readonly string[] = ["ECONNREFUSED", "ENOTFOUND"];

/** One call: sends, reads the answer, translates a refusal. Never throws for what the network or the platform did. */
export async function wireCall(fetch: Fetch, request: WireRequest): Promise<WireAnswer> {
  const { method, url, body } = request;
  const reads = method === "GET";
  let response: Response;
  let text: string;
  try {
    response = await fetch(
      new Request(url, {
        method,
        headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    text = await response.text();
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    return refused(brokenConnection(cause, reads));
  }
  const { status } = response;
  const parsed = parseJson(text);
  if (!response.ok) {
    const error = parseError(parsed);
    return {
      kind: "refusal",
      refusal: refusalOf(response, error, reads),
      unsupported: isUnsupported(status, error.code),
    };
  }
  // None of the types here is written in the background; if one ever is, only a read can tell how it ended.
  if (status === 202 && !reads)
    return refused({ kind: "unknown", detail: "the platform accepted the call and did not say how it ended" });
  if (parsed === undefined && reads) return refused(unavailable(`the platform's answer (${status}) can't be read`));
  return { kind: "answer", status, body: parsed };
}

/** Structural, since the texts vary: the method is not routed, or is refused without any error code. */
function isUnsupported(status: number, code: string | null): boolean {
  return status === 405 || (status === 400 && code === null);
}

function refused(refusal: Refusal): WireAnswer {
  return { kind: "refusal", refusal, unsupported: false };
}

function unavailable(detail: string): Refusal {
  return { kind: "unavailable", detail, retryAfterMs: null };
}

function brokenConnection(cause: unknown, reads: boolean): Refusal {
  const code = networkCode(cause);
  const detail = `no answer from the platform${code === undefined ? "" : ` (${code})`}`;
  return reads || (code !== undefined && unsentCodes.includes(code))
    ? unavailable(detail)
    : { kind: "unknown", detail };
}

/** The system's error code; `fetch` wraps it as the cause of its own error. */
function networkCode(error: unknown): string | undefined {
  for (const each of [error, error instanceof Error ? error.cause : undefined]) {
    const code: unknown = typeof each === "object" && each !== null && "code" in each ? each.code : undefined;
    if (typeof code === "string") return code;
  }
  return undefined;
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
