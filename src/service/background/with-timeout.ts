import type { Clock } from "../../../packages/base/clock.ts";

/**
 * What the work comes to, if it does within so many milliseconds and before the signal aborts. Rejects with a
 * TimeoutError or with the signal's reason. Work that is given up is not waited for: what it comes to later is thrown
 * away.
 */
export async function withTimeout<T>(
  milliseconds: number,
  clock: Pick<Clock, "sleep">,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const limit = clock.sleep(milliseconds, AbortSignal.any([signal, over.signal])).then(() => {
    throw new DOMException(`it took more than ${Math.round(milliseconds / 1000)} s`, "TimeoutError");
  });
  limit.catch(() => {});
  const working = work();
  working.catch(() => {});
  try {
    return await Promise.race([working, limit]);
  } finally {
    over.abort();
  }
}
