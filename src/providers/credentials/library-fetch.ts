import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { ExchangeFailed } from "../../../packages/base/exchange/exchange-failed.ts";
import { fetchOver } from "../../../packages/base/exchange/fetch-over.ts";
import { Unreached } from "../../../packages/base/exchange/unreached.ts";
import { codeOfFailure, wordsOfFailure } from "../../../packages/base/exchange/words-of-failure.ts";

/**
 * A fetch for Google's library over a network of ours. It follows no redirect: the library would bring what it sends
 * along. A failure says which host it was, and why (decision 0011).
 */
export function libraryFetch(network: Exchange): typeof globalThis.fetch {
  const send = fetchOver(network);
  return async (input, init) => {
    const request = new Request(input, { ...init, redirect: "manual" });
    try {
      return await send(request);
    } catch (cause) {
      throw failureAt(request.url, cause);
    }
  };
}

/** What happened, which the platform's `fetch failed` keeps in its cause, with the name of the host and the code. */
export function failureAt(url: string, cause: unknown): unknown {
  // The vendors' libraries know a failure by its code, and tell its message.
  if (cause instanceof Unreached)
    return Object.assign(new Error(cause.message, { cause }), { code: codeOfFailure(cause.cause) });
  const isBroken = cause instanceof ExchangeFailed || cause instanceof TypeError;
  if (!isBroken || !(cause.cause instanceof Error)) return cause;
  const words = `${new URL(url).host} can't be reached: ${wordsOfFailure(cause.cause)}`;
  return Object.assign(new Error(words, { cause: cause.cause }), { code: codeOfFailure(cause.cause) });
}
