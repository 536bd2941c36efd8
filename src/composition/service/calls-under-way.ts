import { AsyncLocalStorage } from "node:async_hooks";
import type { CallUnderWay, During } from "../../engine/ports/secret-masker.ts";

/**
 * Which call is under way, told to the fetch below its driver. Drivers and their fetches last longer than a piece of
 * work, and serve many: what a call keeps secret goes beside it, and not through every function between.
 */
export function callsUnderWay(): { readonly during: During; readonly now: () => CallUnderWay | undefined } {
  const calls = new AsyncLocalStorage<CallUnderWay>();
  return { during: (call, make) => calls.run(call, make), now: () => calls.getStore() };
}
