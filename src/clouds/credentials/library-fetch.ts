import type { Fetch } from "../../base/fetch.ts";
import { Unreached } from "../../base/unreached.ts";
import { codeOfFailure } from "../../base/words-of-failure.ts";

/**
 * A fetch for Google's library over a network of ours. It follows no redirect: the library would bring what it sends along. A failure
 * says which host it was, and why.
 */
export function libraryFetch(network: Fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, { ...init, redirect: "manual" });
    try {
      return await network(request);
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
  if (!(cause instanceof TypeError) || !(cause.cause instanceof Error)) return cause;
  const { message } = cause.cause;
  const code = "code" in cause.cause ? { code: cause.cause.code } : {};
  return Object.assign(new Error(`${new URL(url).host} can't be reached: ${message}`, { cause: cause.cause }), code);
}
