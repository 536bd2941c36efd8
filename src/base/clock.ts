/** Time as a port, so that the whole engine can run under simulated time. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
