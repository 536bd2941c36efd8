/** Time as a port, so that the whole engine can run under simulated time. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Sleeps until a moment (milliseconds since the epoch), or until the signal. */
export async function sleepUntil(moment: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const left = moment - clock.now();
  if (left <= 0 || signal.aborted) return;
  try {
    await clock.sleep(left, signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}

/** The longest that a timer of the system waits; beyond it, it would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** Sleeps so long by timers that wait no longer than they can. `sleep` is one timer; what it throws ends the sleep. */
export async function sleepInParts(
  milliseconds: number,
  sleep: (milliseconds: number) => Promise<void>,
): Promise<void> {
  let left = milliseconds;
  while (left > longestTimerMs) {
    await sleep(longestTimerMs);
    left -= longestTimerMs;
  }
  await sleep(left);
}

/**
 * Whether a moment is less than so many milliseconds ago. One that lies ahead tells of a clock that was set back: how long
 * ago it was is not known, so it does not count.
 */
export function isRecent(moment: number, now: number, milliseconds: number): boolean {
  return now >= moment && now - moment < milliseconds;
}

/** Milliseconds since a moment; none where the clock was set back. */
export function elapsedSince(moment: number, clock: Pick<Clock, "now">): number {
  return Math.max(0, clock.now() - moment);
}
