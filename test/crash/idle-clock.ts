import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock, SteadyClock } from "../../packages/base/clock.ts";

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** Turns of the event loop without a word from anybody after which everybody is taken to be waiting. */
const quietTurns = 4;

/**
 * Time that stands still while anything is done, and leaps to the next appointment when all that is left is waiting.
 */
export class IdleClock implements SteadyClock {
  #now: number;
  #sleepers: readonly Sleeper[] = [];
  #signs = 0;
  #isWatching = false;

  constructor(now: number) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  readonly elapsed = this.now;

  /** Says that something is going on. */
  readonly stir = (): void => {
    this.#signs += 1;
  };

  readonly pass = (milliseconds: number): void => {
    this.#now += milliseconds;
  };

  readonly sleep: Clock["sleep"] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const leave = () => {
        this.#sleepers = this.#sleepers.filter((each) => each !== sleeper);
        signal?.removeEventListener("abort", giveUp);
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        until: this.#now + milliseconds,
        wake: () => {
          leave();
          resolve();
        },
      };
      this.#sleepers = [...this.#sleepers, sleeper];
      signal?.addEventListener("abort", giveUp, { once: true });
      this.stir();
      if (!this.#isWatching) void this.#watch();
    });

  async #watch(): Promise<void> {
    this.#isWatching = true;
    while (this.#sleepers.length > 0) {
      const before = this.#signs;
      for (let turn = 0; turn < quietTurns; turn += 1) await nextTurn();
      if (this.#signs !== before) continue;
      const next = Math.min(...this.#sleepers.map(({ until }) => until));
      if (!Number.isFinite(next)) break;
      this.#now = Math.max(this.#now, next);
      for (const sleeper of this.#sleepers) if (sleeper.until <= this.#now) sleeper.wake();
    }
    this.#isWatching = false;
  }
}
