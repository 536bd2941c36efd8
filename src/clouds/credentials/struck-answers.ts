import type { Fetch } from "../../base/fetch.ts";
import { isJsonObject } from "../../base/json.ts";
import { secretsCarriedBy } from "./carried-secrets.ts";
import { type Strike, strikeOf, struckDocument } from "./struck-text.ts";

/** A piece of a secret in a refusal, which is all words. */
const leastInWords = 8;
/**
 * A piece in a document that was asked for. It becomes state: two texts that share a few characters are no reason to change it, and so
 * few characters of a secret prove nothing.
 */
const leastInDocument = 16;

/** What was sent, as far as its answer is judged by it. */
interface Sent {
  readonly strike: Strike;
  /** The refresh token that was shown to get a new token; empty for none. */
  readonly refreshToken: string;
}

/** Whether the answers of a status are words for people, and not what was asked for. */
function isRefusal(status: number): boolean {
  return status >= 300;
}

/**
 * What an answer says without the secrets of its own request. What else it holds, be it a secret that was made for us, stays; so does
 * the refresh token in the answer to a renewal, in its own place (RFC 6749, section 6): the library shows it the next time.
 */
function struckBody(body: string, status: number, { strike, refreshToken }: Sent): string {
  const document = struckDocument(body, strike, isRefusal(status) ? leastInWords : leastInDocument);
  if (document === null) return strike(body, leastInWords);
  if (isRefusal(status) || refreshToken === "" || document === body) return document;
  const [before, struck] = [body, document].map((each): unknown => JSON.parse(each));
  const isSame = isJsonObject(before) && isJsonObject(struck) && before["refresh_token"] === refreshToken;
  return isSame ? JSON.stringify({ ...struck, refresh_token: refreshToken }) : document;
}

function struckField(value: string, status: number, strike: Strike): string {
  return strike(value, isRefusal(status) ? leastInWords : leastInDocument);
}

/**
 * The same fetch, whose answers do not repeat the secrets that their own request carried: a vendor may show what it was sent, and
 * what it says is kept, recorded and shown to others. The body is read when it is asked for.
 */
export function struckAnswers(fetch: Fetch): Fetch {
  // Most requests carry the token that the one before carried.
  let last: { readonly key: string; readonly strike: Strike } | undefined;
  const strikeFor = (secrets: readonly string[]): Strike => {
    const key = JSON.stringify(secrets);
    if (last?.key !== key) last = { key, strike: strikeOf(secrets) };
    return last.strike;
  };
  return async (request) => {
    const form = await formOf(request);
    const secrets = secretsCarriedBy({ headers: request.headers, form });
    const response = await fetch(request);
    // An answer that is none has no status.
    if (secrets.length === 0 || response.status === 0) return response;
    const refreshToken = new URLSearchParams(form).get("refresh_token") ?? "";
    return struck(response, { strike: strikeFor(secrets), refreshToken });
  };
}

async function formOf(request: Request): Promise<string> {
  const type = request.headers.get("content-type") ?? "";
  if (request.body === null || !type.startsWith("application/x-www-form-urlencoded")) return "";
  return request.clone().text();
}

/** Statuses whose answers have no body (Fetch standard, section 2.2.3). */
const withoutBody: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

function struck(response: Response, sent: Sent): Response {
  const { status } = response;
  const { strike } = sent;
  const headers = [...response.headers].map(([name, value]): [string, string] => [
    name,
    struckField(value, status, strike),
  ]);
  const statusText = strike(response.statusText, leastInWords);
  return new Response(withoutBody.has(status) ? null : bodyOf(response, sent), { status, statusText, headers });
}

function bodyOf(response: Response, sent: Sent): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      // What breaks off the body breaks off this one, in the same words.
      const body = await response.text();
      const text = struckBody(body, response.status, sent);
      if (text !== "") controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
    cancel: (reason) => response.body?.cancel(reason),
  });
}
