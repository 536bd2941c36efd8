import { shortened, withRequestIds, wordsOfText } from "../../../packages/base/problems/refusal-words.ts";
import { registerCommand } from "../../../packages/base/register-command.ts";
import type { DisabledService, WireError } from "../../../packages/vendor-wire/google/error-envelope.ts";
import type { DetailWords } from "../../../packages/vendor-wire/google/error-words.ts";
import type { GoogleApi } from "../../../packages/vendor-wire/google/hosts.ts";
import { serviceOf } from "../../../packages/vendor-wire/google/service-usage.ts";
import { type Refusal, saidByAnother } from "../../engine/ports/outcome.ts";

/** What a failed call may have done: a read nothing at all, a write perhaps its work. */
export type Effect = "read" | "write";

/** An error answer: its HTTP status, what its body says, and the `Retry-After` header in milliseconds. */
interface ErrorAnswer {
  readonly httpStatus: number;
  readonly error: WireError;
  readonly retryAfterMs: number | null;
  /** The body as it came, for what is no document. */
  readonly text?: string | undefined;
  /** The API that gave it, where it is one of those that are spoken here. */
  readonly api?: GoogleApi | undefined;
}

/** Reasons under which a 403 means "later", not "never"; the first three are Compute's, the others ErrorInfo's. */
const rateReasons = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "quotaExceeded",
  "RATE_LIMIT_EXCEEDED",
  "CONCURRENT_OPERATIONS_QUOTA_EXCEEDED",
]);

/** The platform's words, and the reason that they may not name. */
function describe(answer: ErrorAnswer): string {
  const { httpStatus, error, text } = answer;
  const words = text === undefined ? "" : wordsOfText(text);
  if (error.message === null) {
    const isDocument = words.startsWith("{") || words.startsWith("[");
    return words === "" || isDocument ? `HTTP ${httpStatus} without a readable error` : `HTTP ${httpStatus}: ${words}`;
  }
  const reason = error.reasons.find((each) => /^[A-Z_]+$/.test(each));
  const message = shortened(error.message);
  const said = reason === undefined || message.includes(reason) ? message : `${reason}: ${message}`;
  // The hint has the page that switches the API on. Of another API than was asked the platform's own words are enough.
  return error.disabled === null || switchesOn(answer) === null
    ? withDetails(said, error)
    : `${said}; ${hintFor(error.disabled)}`;
}

/** The words of an error with those of its details that it does not have already. */
export function withDetails(said: string, { words }: Pick<WireError, "words">): string {
  const told = new Set(words.flatMap((each) => toldOf(each, said)));
  return told.size === 0 ? said : [said.replace(/\.$/, ""), ...told].join("; ");
}

/** What words add to what is said already. */
function toldOf({ text, about }: DetailWords, said: string): readonly string[] {
  if (about !== undefined && "page" in about) return [text === "" ? `see ${about.page}` : `${text}: ${about.page}`];
  if (text === "" || said.includes(text)) return [];
  return [about === undefined ? text : `${about.field}: ${text}`];
}

/** How an API is switched on. */
function hintFor({ service, consumer, activationUrl }: DisabledService): string {
  const project = consumer?.replace(/^projects\//, "") ?? "PROJECT";
  const page = activationUrl === null ? "" : `, or at ${activationUrl}`;
  return (
    `enable it with \`${registerCommand}\`, with ` +
    `\`gcloud services enable ${service} --project ${project}\`${page}, wait some minutes, and run again`
  );
}

/** Translates an error answer by status and structured code. */
export function refusalOf(answer: ErrorAnswer, effect: Effect): Refusal {
  const { httpStatus, error } = answer;
  const detail = withRequestIds(describe(answer), [error.requestId]);
  const code = error.status ?? error.reasons[0] ?? null;
  const retryAfterMs = answer.retryAfterMs ?? error.retryDelayMs;
  const has = (reason: string) => error.status === reason || error.reasons.includes(reason);

  switch (httpStatus) {
    case 400:
      if (has("FAILED_PRECONDITION") || has("resourceNotReady")) return conflict("wrong-state", detail);
      return { kind: "invalid", detail, code };
    case 401:
      return { kind: "denied", detail, lacks: "valid-credential" };
    case 403:
      if (error.reasons.some((reason) => rateReasons.has(reason))) return { kind: "throttled", detail, retryAfterMs };
      return { kind: "denied", detail, ...missing(answer) };
    case 404:
      // A page for people, or an answer without a code, says nothing of the object.
      if (code === null) return saidByAnother(detail, effect === "read");
      return has("NOT_FOUND") || has("notFound") ? { kind: "absent", detail } : { kind: "invalid", detail, code };
    case 409:
      // Without a code the object may exist or have moved; both end in a new read.
      return conflict(has("ALREADY_EXISTS") || has("alreadyExists") ? "exists" : "stale-version", detail);
    case 412:
      return conflict("stale-version", detail);
    case 429:
      return { kind: "throttled", detail, retryAfterMs };
    case 501:
      return { kind: "invalid", detail, code };
    case 503:
      // Whoever names a time to come back has not begun; without one it is unknown how far a write came.
      if (effect === "read") return { kind: "unavailable", detail, retryAfterMs };
      if (retryAfterMs !== null) return { kind: "unavailable", detail, retryAfterMs, wasSent: true };
      return { kind: "unknown", detail };
    default:
      // 408 and 499 say that the exchange broke off; with 5xx it is unknown how far a write came.
      if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 499) {
        return effect === "read" ? { kind: "unavailable", detail, retryAfterMs } : { kind: "unknown", detail };
      }
      if (httpStatus < 400) return saidByAnother(detail, effect === "read");
      return { kind: "invalid", detail, code };
  }
}

/** What is missing, as far as the answer names it. */
function missing(answer: ErrorAnswer): Omit<Extract<Refusal, { kind: "denied" }>, "kind" | "detail"> {
  const { permission, disabled } = answer.error;
  const registers = switchesOn(answer);
  const lacks = disabled === null ? {} : ({ lacks: "registration" } as const);
  return { ...lacks, ...(permission === null ? {} : { permission }), ...(registers === null ? {} : { registers }) };
}

/** The name of the API that has to be switched on, where the answer says so of itself. */
function switchesOn({ error: { disabled }, api }: ErrorAnswer): string | null {
  return disabled === null || api === undefined ? null : serviceOf(disabled.consumer, disabled.service, api);
}

function conflict(reason: "stale-version" | "exists" | "wrong-state", detail: string) {
  return { kind: "conflict", reason, detail, version: null } as const;
}
