import type { ExchangeResponse } from "../../../packages/base/exchange/exchange.ts";
import { retryAfterMs } from "../../../packages/base/exchange/retry-after.ts";
import { withRequestIds } from "../../../packages/base/problems/refusal-words.ts";
import { millisecondHeaders, requestIdHeaders } from "../../../packages/vendor-wire/azure/answer-headers.ts";
import {
  absenceCodes,
  busyCodes,
  existsCodes,
  parentAbsenceCodes,
} from "../../../packages/vendor-wire/azure/error-shapes.ts";
import { type Refusal, saidByAnother } from "../../engine/ports/outcome.ts";
import type { ParsedError } from "./parsed-error.ts";

/**
 * The closed outcome of an answer that is no success, by status and structured code. `reads`: the call changes nothing.
 */
export function refusalOf(response: ExchangeResponse, error: ParsedError, reads: boolean): Refusal {
  const { status, headers } = response;
  const { code } = error;
  const detail = withRequestIds(
    describe(status, error),
    requestIdHeaders.map((name) => headers[name] ?? null),
  );
  if (status === 401) return { kind: "denied", detail, lacks: "valid-credential" };
  if (status === 403) return { kind: "denied", detail, ...missingRight(error) };
  // A redirect is never followed.
  if (status < 400 || (status === 404 && code === null)) return saidByAnother(detail, reads);
  if (status === 404) {
    if (code === null || !absenceCodes.includes(code)) return { kind: "invalid", detail, code };
    return { kind: "absent", detail, ...(parentAbsenceCodes.includes(code) ? { lacksParent: true } : {}) };
  }
  if (status === 409) {
    if (code !== null && busyCodes.includes(code))
      return { kind: "throttled", detail, retryAfterMs: retryAfterMs(headers, millisecondHeaders) };
    const reason = code !== null && existsCodes.includes(code) ? "exists" : "wrong-state";
    return { kind: "conflict", reason, detail, version: null };
  }
  if (status === 412) return { kind: "conflict", reason: "stale-version", detail, version: null };
  if (status === 429) return { kind: "throttled", detail, retryAfterMs: retryAfterMs(headers, millisecondHeaders) };
  // 408: the server gave up waiting; whether it had read enough to act is not known.
  if (status >= 400 && status < 500 && status !== 408) {
    return { kind: "invalid", detail, code: status === 405 ? (code ?? "unsupported") : code };
  }
  const comeBack = retryAfterMs(headers, millisecondHeaders);
  // Whoever names a time to come back has not begun; without one it is unknown how far a write came.
  if (reads) return { kind: "unavailable", detail, retryAfterMs: comeBack };
  if (status === 503 && comeBack !== null)
    return { kind: "unavailable", detail, retryAfterMs: comeBack, wasSent: true };
  return { kind: "unknown", detail };
}

function describe(status: number, { code, message }: ParsedError): string {
  const head = code === null ? String(status) : `${status} ${code}`;
  return message === "" ? `the platform answered ${head}` : `the platform answered ${head}: ${message}`;
}

/**
 * The action that AuthorizationFailed names; its words are the only place for it (azcore, and the vendor's
 * troubleshooting page).
 */
function missingRight({ code, message }: ParsedError): { readonly permission?: string } {
  const action = code === "AuthorizationFailed" ? /perform action '([^']+)'/.exec(message)?.[1] : undefined;
  return action === undefined ? {} : { permission: action };
}
