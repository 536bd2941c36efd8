/** Time as a port, so that the whole engine can run under simulated time. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that also tells how long something took, however it is set meanwhile. */
export interface SteadyClock extends Clock {
  /** Milliseconds since some moment of this process's past. Only differences mean anything, and only within the process. */
  elapsed(): number;
}

/** Sleeps so long, or until the signal. */
export async function pause(milliseconds: number, clock: Pick<Clock, "sleep">, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  try {
    await clock.sleep(milliseconds, signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}

/** Sleeps until a moment (milliseconds since the epoch), or until the signal. */
export async function sleepUntil(moment: number, clock: Clock, signal: AbortSignal): Promise<void> {
  await pause(moment - clock.now(), clock, signal);
}
