import type { Fetch } from "../../base/fetch.ts";

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
      throw failureAt(new URL(request.url).host, cause);
    }
  };
}

/** The platform's `fetch failed` keeps what happened in its cause. */
function failureAt(host: string, cause: unknown): unknown {
  if (!(cause instanceof TypeError) || !(cause.cause instanceof Error)) return cause;
  return new Error(`${host} can't be reached: ${cause.cause.message}`, { cause: cause.cause });
}
