import type { Clock } from "../../../../packages/base/clock.ts";
import { CallRefusal } from "../call-refusal.ts";

export interface RateLimit {
  /** How many requests a caller may make in a window. */
  readonly requests: number;
  /** In seconds. */
  readonly window: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** How many callers are remembered; the longest silent are forgotten first, and theirs would be full again. */
const mostCallers = 10_000;

/** A bucket of requests for each caller, filled evenly over the window. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /**
   * Takes one request off the caller's bucket and gives the headers that say what is left; a CallRefusal when it is
   * empty.
   */
  take(caller: string): readonly (readonly [string, string])[] {
    const { requests, window } = this.#limit;
    const perMs = requests / (window * 1000);
    const now = this.#clock.now();
    const known = this.#buckets.get(caller);
    const filled =
      known === undefined ? requests : Math.min(requests, known.tokens + Math.max(0, now - known.at) * perMs);
    this.#buckets.delete(caller);
    const tokens = filled >= 1 ? filled - 1 : filled;
    this.#buckets.set(caller, { tokens, at: now });
    if (this.#buckets.size > mostCallers) this.#forgetLongestSilent();
    const reset = Math.ceil((requests - tokens) / perMs / 1000);
    const headers = [
      ["ratelimit-policy", `"default";q=${requests};w=${window}`],
      ["ratelimit", `"default";r=${Math.floor(tokens)};t=${reset}`],
    ] as const;
    if (filled >= 1) return headers;
    const wait = Math.max(1, Math.ceil((1 - filled) / perMs / 1000));
    throw new CallRefusal(
      "too-many-requests",
      `more than ${requests} requests in ${window} seconds; ask again in ${wait} s`,
      {
        headers: { "retry-after": String(wait), ...Object.fromEntries(headers) },
      },
    );
  }

  #forgetLongestSilent(): void {
    const [first] = this.#buckets.keys();
    if (first !== undefined) this.#buckets.delete(first);
  }
}
