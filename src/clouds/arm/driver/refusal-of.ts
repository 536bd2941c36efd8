import type { Refusal } from "../../../engine/ports/outcome.ts";
import { addressCodes, existsCodes } from "../wire/error-shapes.ts";
import type { ParsedError } from "./parsed-error.ts";

/** The closed outcome of an answer that is no success, by status and structured code. `reads`: the call changes nothing. */
export function refusalOf(response: Response, error: ParsedError, reads: boolean): Refusal {
  const { status, headers } = response;
  const { code } = error;
  const detail = describe(status, error);
  if (status === 401 || status === 403) return { kind: "denied", detail };
  if (status === 404) {
    return code !== null && addressCodes.includes(code)
      ? { kind: "invalid", detail, code }
      : { kind: "absent", detail };
  }
  if (status === 409) {
    const reason = code !== null && existsCodes.includes(code) ? "exists" : "wrong-state";
    return { kind: "conflict", reason, detail, version: null };
  }
  if (status === 412) return { kind: "conflict", reason: "stale-version", detail, version: null };
  if (status === 429) return { kind: "throttled", detail, retryAfterMs: retryAfterMs(headers) };
  // A redirect is never followed; whoever sent it has not done the work.
  if (status >= 300 && status < 400) return { kind: "invalid", detail, code };
  // 408: the server gave up waiting; whether it had read enough to act is not known.
  if (status >= 400 && status < 500 && status !== 408) {
    return { kind: "invalid", detail, code: status === 405 ? (code ?? "unsupported") : code };
  }
  if (reads || status === 503) return { kind: "unavailable", detail, retryAfterMs: retryAfterMs(headers) };
  return { kind: "unknown", detail };
}

function describe(status: number, { code, message }: ParsedError): string {
  const head = code === null ? String(status) : `${status} ${code}`;
  return message === "" ? `the platform answered ${head}` : `the platform answered ${head}: ${message}`;
}

/** `Retry-After` in milliseconds: seconds, or a date, counted from the answer's own `Date` where it has one. */
function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  if (Number.isNaN(until)) return null;
  const answered = Date.parse(headers.get("date") ?? "");
  return Math.max(0, until - (Number.isNaN(answered) ? Date.now() : answered));
}
