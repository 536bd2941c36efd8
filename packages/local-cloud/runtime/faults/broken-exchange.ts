import type { ExchangeResponse } from "../../../base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../base/exchange/exchange-failed.ts";

/** How an exchange fails whose request was sent, and that got no answer. */
export function brokenExchange(code: "ECONNRESET" | "ETIMEDOUT"): ExchangeFailed {
  return new ExchangeFailed("sent", withCode(code));
}

/**
 * The answer cut off after `bytes` bytes of its body. `broken`: the exchange fails there, and the length that was
 * announced stays what it was; `clean`: the short body is all there is. An answer without a body stays as it is.
 */
export function truncatedAnswer(
  whole: ExchangeResponse,
  bytes: number | undefined,
  ending: "broken" | "clean",
): ExchangeResponse {
  if (whole.body === "") return whole;
  const content = Buffer.from(whole.body);
  const part = content.subarray(0, Math.min(bytes ?? Math.floor(content.length / 2), content.length));
  const length = String(ending === "broken" ? content.length : part.length);
  const begun = {
    status: whole.status,
    headers: { ...whole.headers, "content-length": length },
    body: part.toString("utf8"),
  };
  if (ending === "clean") return begun;
  throw new ExchangeFailed("answered", withCode("ECONNRESET"), begun);
}

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code });
}
