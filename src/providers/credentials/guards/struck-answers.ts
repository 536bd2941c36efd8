import type { Exchange, ExchangeRequest, ExchangeResponse } from "../../../../packages/base/exchange/exchange.ts";
import { withAnswers } from "../../../../packages/base/exchange/exchange-failed.ts";
import { isJsonObject } from "../../../../packages/base/json/json.ts";
import { secretsCarriedBy } from "../sources/carried-secrets.ts";
import { type Strike, strikeOf, struckDocument } from "./struck-text.ts";

/** A piece of a secret in a refusal, which is all words. */
const leastInWords = 8;
/**
 * A piece in a document that was asked for. It becomes state: two texts that share a few characters are no reason to
 * change it, and so few characters of a secret prove nothing.
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
 * What an answer says without the secrets of its own request. What else it holds, be it a secret that was made for us,
 * stays; so does the refresh token in the answer to a renewal, in its own place (RFC 6749, section 6): the library
 * shows it the next time.
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
 * The same exchange, whose answers do not repeat the secrets that their own request carried: a vendor may show what it
 * was sent, and what it says is kept, recorded and shown to others.
 */
export function struckAnswers(exchange: Exchange): Exchange {
  // Most requests carry the token that the one before carried.
  let last: { readonly key: string; readonly strike: Strike } | undefined;
  const strikeFor = (secrets: readonly string[]): Strike => {
    const key = JSON.stringify(secrets);
    if (last?.key !== key) last = { key, strike: strikeOf(secrets) };
    return last.strike;
  };
  return async (request) => {
    const form = formOf(request);
    const secrets = secretsCarriedBy({ headers: Object.entries(request.headers), form });
    if (secrets.length === 0) return exchange(request);
    const refreshToken = new URLSearchParams(form).get("refresh_token") ?? "";
    const sent = { strike: strikeFor(secrets), refreshToken };
    return withAnswers(exchange(request), (response) => struck(response, sent));
  };
}

function formOf({ headers, body }: ExchangeRequest): string {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true ? body : "";
}

function struck({ status, headers, body }: ExchangeResponse, sent: Sent): ExchangeResponse {
  const fields = Object.entries(headers).map(([name, value]) => [name, struckField(value, status, sent.strike)]);
  return { status, headers: Object.fromEntries(fields), body: body === "" ? "" : struckBody(body, status, sent) };
}
