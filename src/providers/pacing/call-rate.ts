/** Begins calls evenly apart: so many a minute, and none before its turn. */
export class CallRate {
  readonly #gapMs: number;
  #nextAt = 0;

  constructor(perMinute: number) {
    this.#gapMs = 60_000 / perMinute;
  }

  /** Takes the next turn; gives how long it is until then. */
  turnAfterMs(now: number): number {
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#gapMs;
    return Math.ceil(at - now);
  }
}
