import type { Clock } from "../../../packages/base/clock.ts";

/**
 * Sleeps so long; rejects when one of the signals aborts. They are listened to, and not joined into one: who joins them
 * looks at each again when one aborts, and what is seen late is not this wait's to find out.
 */
export async function sleepUnless(
  signals: readonly (AbortSignal | undefined)[],
  ms: number,
  clock: Pick<Clock, "sleep">,
): Promise<void> {
  const end = new AbortController();
  const stop = () => end.abort();
  for (const each of signals) {
    if (each?.aborted === true) stop();
    each?.addEventListener("abort", stop);
  }
  try {
    await clock.sleep(ms, end.signal);
  } finally {
    for (const each of signals) each?.removeEventListener("abort", stop);
  }
}
