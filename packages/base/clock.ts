/** Time as a port, so that the whole engine can run under simulated time. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that also tells how long something took, however it is set meanwhile. */
export interface SteadyClock extends Clock {
  /**
   * Milliseconds since some moment of this process's past. Only differences mean anything, and only within the process.
   */
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
 * Whether a moment is less than so many milliseconds ago. One that lies ahead tells of a clock that was set back: how
 * long ago it was is not known, so it does not count.
 */
export function isRecent(moment: number, now: number, milliseconds: number): boolean {
  return now >= moment && now - moment < milliseconds;
}

/** Milliseconds since a moment; none where the clock was set back. */
export function elapsedSince(moment: number, clock: Pick<Clock, "now">): number {
  return Math.max(0, clock.now() - moment);
}

/**
 * How long something has taken, however the clock is set meanwhile. What began before it is watched, in an earlier
 * process, is dated by the clock.
 */
export class Stopwatch {
  readonly #clock: SteadyClock;
  readonly #from: number;

  /** `since`: the moment at which it began, in milliseconds since the epoch; now when absent. */
  constructor(clock: SteadyClock, since = clock.now()) {
    this.#clock = clock;
    this.#from = clock.elapsed() - elapsedSince(since, clock);
  }

  /** Milliseconds since then. */
  get ms(): number {
    return this.#clock.elapsed() - this.#from;
  }
}

/** A wait that is called off ends within this time. */
const stepMs = 500;

/** Sleeps for so many milliseconds; ends soon after `signal` aborts, and throws nothing then. */
export async function sleepInSteps(milliseconds: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  for (let leftMs = milliseconds; leftMs > 0 && signal?.aborted !== true; leftMs -= stepMs)
    await clock.sleep(Math.min(stepMs, leftMs));
}
