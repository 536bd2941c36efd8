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
