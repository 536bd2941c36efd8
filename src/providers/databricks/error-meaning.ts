import type { Fields } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { shortened, withRequestIds, wordsOfText } from "../../../packages/base/problems/refusal-words.ts";
import {
  detailWords,
  errorClass,
  errorCode,
  freshEtag,
  requestIdIn,
  saysAbsent,
} from "../../../packages/vendor-wire/databricks/error-envelope.ts";
import { privateLinkRedirect, responseHeaders } from "../../../packages/vendor-wire/databricks/errors.ts";
import { type Refusal, saidByAnother } from "../../engine/ports/outcome.ts";

/**
 * A read changes nothing, so its failure is only an inconvenience; after a write's failure the question is what it did.
 */
export type Effect = "read" | "write";

/** An error answer. The body is undefined when it was no JSON. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: Json | undefined;
  readonly retryAfterMs: number | null;
  /** The body as it came, for what is no document. */
  readonly text?: string;
  readonly headers?: Fields;
}

/** Translates an error answer by `error_code`, then by status; never by its message. */
export function refusalOf(answer: ErrorAnswer, effect: Effect): Refusal {
  const { status, body, retryAfterMs } = answer;
  const detail = withRequestIds(detailOf(answer), [
    answer.headers?.[responseHeaders.requestId] ?? null,
    requestIdIn(body),
  ]);
  if (isPrivateLinkRedirect(answer)) return { kind: "denied", detail };
  const unanswered = (): Refusal =>
    effect === "read" ? { kind: "unavailable", detail, retryAfterMs } : { kind: "unknown", detail };
  const named = errorClass(status, body);
  switch (named) {
    case "bad-request":
      return { kind: "invalid", detail, code: codeOf(body) };
    case "unauthenticated":
      return { kind: "denied", detail, lacks: "valid-credential" };
    case "permission-denied":
      return { kind: "denied", detail };
    case "not-found": {
      if (codeOf(body) === null) return saidByAnother(detail, effect === "read");
      if (!saysAbsent(body)) return { kind: "invalid", detail, code: codeOf(body) };
      // A write that finds no row is told the version to demand instead: the setting is there, unwritten.
      const version = freshEtag(body);
      if (effect === "read" || version === null) return { kind: "absent", detail };
      return { kind: "conflict", reason: "stale-version", detail, version };
    }
    case "resource-conflict":
      return { kind: "conflict", reason: "stale-version", detail, version: freshEtag(body) };
    case "already-exists":
      return { kind: "conflict", reason: "exists", detail, version: freshEtag(body) };
    case "too-many-requests":
      return { kind: "throttled", detail, retryAfterMs };
    case "temporarily-unavailable":
      // Whoever names a time to come back has not begun; without one it is unknown how far a write came.
      if (effect === "read" || retryAfterMs === null) return unanswered();
      return { kind: "unavailable", detail, retryAfterMs, wasSent: true };
    case "cancelled":
    case "internal-error":
    case "not-implemented":
    case "deadline-exceeded":
      return unanswered();
    case undefined:
      // 408 says that the exchange broke off, 5xx that something behind the front end did.
      if (status >= 500 || status === 408) return unanswered();
      if (status < 400) return saidByAnother(detail, effect === "read");
      return { kind: "invalid", detail, code: codeOf(body) };
  }
}

function codeOf(body: Json | undefined): string | null {
  const code = errorCode(body);
  return code === undefined ? null : String(code);
}

function detailOf(answer: ErrorAnswer): string {
  const { status, body, text = "", headers } = answer;
  if (isPrivateLinkRedirect(answer))
    return `HTTP ${status}: the workspace is behind a private link and not to be reached from the current network`;
  if (!isJsonObject(body)) {
    const words = wordsOfText(typeof body === "string" ? body : text);
    const told = words === "" ? shortened(headers?.[responseHeaders.reasonPhrase] ?? "") : words;
    return told === "" ? `HTTP ${status} without a readable error` : `HTTP ${status}: ${told}`;
  }
  const scimType = body["scimType"];
  const message = body["message"] ?? body["detail"] ?? body["error_description"] ?? body["error"];
  const given = errorCode(body) ?? scimType;
  const code = typeof given === "string" && given !== "" ? ` ${given}` : "";
  const reason = headers?.[responseHeaders.reasonPhrase] ?? "";
  const main = typeof message === "string" && message !== "" ? message : reason;
  const told = [main, ...detailWords(body)].filter((each) => each !== "").map(shortened);
  if (told.length > 0) return `HTTP ${status}${code}: ${[...new Set(told)].join("; ")}`;
  return code === "" ? `HTTP ${status} without a readable error` : `HTTP ${status}${code}`;
}

/**
 * Whoever asks a workspace behind a private link from elsewhere is sent to its login page, with the reason in the
 * query.
 */
function isPrivateLinkRedirect({ status, headers }: ErrorAnswer): boolean {
  const location = status >= 300 && status < 400 ? headers?.["location"] : null;
  return location?.includes(privateLinkRedirect) === true;
}
