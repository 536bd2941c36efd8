import type { Turns } from "../../../packages/base/turns.ts";

/** How long one piece of work may go on before others have their turn, in milliseconds. */
const turnMs = 8;

/**
 * Turns of the event loop, shared by all that is worked at. In each turn of the loop one of those who wait goes on, the
 * one that has waited longest: however many requests are planned at once, what else is ready waits for a single turn of
 * theirs.
 */
export class EventLoopTurns implements Turns {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #began: number;

  /** `now`: of a clock that is not set, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#began = now();
  }

  isDue(): boolean {
    return this.#now() - this.#began >= turnMs;
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#goOn);
    });
  }

  readonly #goOn = (): void => {
    this.#began = this.#now();
    this.#waiting.shift()?.();
    // What waits now goes on in the next turn of the loop.
    if (this.#waiting.length > 0) setImmediate(this.#goOn);
  };
}
