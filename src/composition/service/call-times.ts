import { AsyncLocalStorage } from "node:async_hooks";
import type { SteadyClock } from "../../../packages/base/clock.ts";
import { callListener } from "../../engine/ports/call-listener.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { RetryBudget } from "../../engine/ports/retry-budget.ts";
import { usualTimeoutMs } from "../../providers/credentials/vendor-exchange.ts";

/** A platform that is well may take so long to answer. A write that is given up earlier is in doubt for nothing. */
const leastMs = 15_000;

/** Makes a call of a driver, whose exchanges keep to the budget of whoever makes it under that signal. */
export type InTime = <T>(signal: AbortSignal | undefined, make: () => Promise<T>) => Promise<T>;

/** How long one exchange with a platform may take (decision 0137). */
export interface CallTimes {
  readonly inTimeFor: (provider: ProviderInstance) => InTime;
  /** The time limit of an exchange that begins now, in milliseconds. */
  readonly limitMs: () => number;
}

/**
 * Drivers and their exchanges last longer than a call and serve many: what limits one goes beside it. `retryForMs`:
 * what whoever started this process said; it counts where no call of a driver is under way.
 */
export function callTimes(clock: Pick<SteadyClock, "elapsed">, retryForMs?: number): CallTimes {
  const calls = new AsyncLocalStorage<{ readonly budget: RetryBudget; readonly begun: number }>();
  return {
    inTimeFor: (provider) => (signal, make) => {
      const budget = callListener(signal)?.budget ?? RetryBudget.of(provider, retryForMs);
      return calls.run({ budget, begun: clock.elapsed() }, make);
    },
    limitMs: () => {
      const call = calls.getStore();
      const leftMs =
        call === undefined
          ? new RetryBudget(retryForMs).leftMs
          : Math.min(call.budget.leftMs, call.budget.allMs - (clock.elapsed() - call.begun));
      return Math.min(usualTimeoutMs, Math.max(leastMs, leftMs));
    },
  };
}
