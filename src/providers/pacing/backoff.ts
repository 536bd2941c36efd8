const baseMs = 500;
const capMs = 30_000;

/**
 * How long to wait before retry number `retry` (0 is the first), in milliseconds: full jitter, so anything from zero
 * up to a bound that doubles with each retry until 30 s. `random` gives numbers in [0, 1).
 */
export function backoffMs(retry: number, random: () => number): number {
  return Math.floor(random() * Math.min(capMs, baseMs * 2 ** retry));
}

/**
 * The same, from the time on that the platform named: it names one time to all that it turns away, and they should not
 * come back at once.
 */
export function waitMs(retry: number, retryAfterMs: number | null, random: () => number): number {
  return (retryAfterMs ?? 0) + backoffMs(retry, random);
}
