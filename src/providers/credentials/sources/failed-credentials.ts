import { NotSent } from "../../../engine/ports/not-sent.ts";

/** Failures of the network, after which the next try may find the way. */
const networkCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);

/**
 * What to report when a vendor's library, or a token endpoint, gives no credentials: later is another time where the
 * network or the other side failed, and denied where there is nothing to be had. `remedy` says how to give them.
 */
export function failedCredentials(cause: unknown, remedy: string): NotSent {
  if (cause instanceof NotSent) return cause;
  const said = cause instanceof Error ? wordsOf(cause) : String(cause);
  const detail = `no credentials: ${said}; ${remedy}`;
  return new NotSent(
    isPassing(cause)
      ? { kind: "unavailable", detail, retryAfterMs: null }
      : { kind: "denied", detail, lacks: "credential" },
  );
}

function isPassing(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code, status, statusCode } = cause as { code?: unknown; status?: unknown; statusCode?: unknown };
  const http = [status, statusCode].find((each) => typeof each === "number");
  if (typeof http === "number") return http === 408 || http === 429 || http >= 500;
  if (typeof code === "string" && networkCodes.has(code)) return true;
  return isPassing(cause.cause) || linksOf(cause).some(isPassing);
}

/** Of a chain, what each link says: which one was meant to work its user knows. */
function wordsOf(cause: Error): string {
  const links = linksOf(cause).map((each) => plain(each.message));
  const own = plain(cause.message);
  return links.length === 0 ? firstLine(cause.message) : `${own}: ${[...new Set(links)].join("; ")}`;
}

/** The errors of a chain's links. */
function linksOf(cause: Error): readonly Error[] {
  const { errors } = cause as { errors?: unknown };
  return Array.isArray(errors) ? errors.filter((each) => each instanceof Error) : [];
}

function plain(text: string): string {
  return firstLine(text).replace(/[ .]+$/, "");
}

function firstLine(text: string): string {
  return (withoutValue(text).split("\n")[0] ?? "").slice(0, 300);
}

/**
 * The platform quotes a value that no header can carry (undici's `webidl`), which here is a credential; it may have
 * several lines.
 */
function withoutValue(text: string): string {
  return text.replace(/".*" is an invalid header value/s, "a header was given a value that it can't carry");
}
