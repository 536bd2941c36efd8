import { type Clock, sleepInSteps } from "../../../packages/base/clock.ts";
import type { ReadOutcome } from "../ports/driver.ts";

/** Waits between the looks; together longer than reads were seen to lag behind a creation (up to 15 s). */
const waitsMs = [1_000, 4_000, 10_000];
/**
 * What an operation that has failed has left. A read right after it may lag behind, and what it does not show would be
 * forgotten, so an object is looked for several times before it counts as not there. Ends at the first look that shows
 * anything else, and soon after `signal` aborts.
 */
export async function seekRemains(
  read: () => Promise<ReadOutcome>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<ReadOutcome> {
  let seen = await read();
  for (const waitMs of waitsMs) {
    if (seen.kind !== "absent") return seen;
    await sleepInSteps(waitMs, clock, signal);
    if (signal?.aborted === true) return seen;
    seen = await read();
  }
  return seen;
}
