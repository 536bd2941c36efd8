import { millisecondsOf } from "../../../packages/base/written-duration.ts";
import type { ProviderInstance } from "./driver.ts";

/** How long calls are put off where nothing else is said: 10 minutes. */
const usualRetryMs = 600_000;

/** How long a platform that is asked too much may put off the calls of one step, or one by itself (decision 0097). */
export class RetryBudget {
  readonly allMs: number;
  #usedMs = 0;

  /** For calls of a provider: as whoever makes them says, else as its configuration does. */
  static of({ config }: Pick<ProviderInstance, "config">, saidMs: number | undefined): RetryBudget {
    return new RetryBudget(saidMs ?? millisecondsOf(config["retryFor"]));
  }

  constructor(allMs: number = usualRetryMs) {
    this.allMs = allMs;
  }

  get usedMs(): number {
    return this.#usedMs;
  }

  get leftMs(): number {
    return this.allMs - this.#usedMs;
  }

  use(ms: number): void {
    this.#usedMs += ms;
  }
}
