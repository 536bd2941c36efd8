import type { Clock } from "../../base/clock.ts";
import type { ReadOutcome } from "../ports/driver.ts";

/** Waits between the looks; together longer than reads were seen to lag behind a creation (up to 15 s). */
const waitsMs = [1_000, 4_000, 10_000];
/** A wait that is called off ends within this time. */
const stepMs = 500;

/**
 * What an operation that has failed has left. A read right after it may lag behind, and what it does not show would be forgotten, so
 * an object is looked for several times before it counts as not there. Ends at the first look that shows anything
 * else, and soon after `signal` aborts.
 */
export async function seekRemains(
  read: () => Promise<ReadOutcome>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<ReadOutcome> {
  let seen = await read();
  for (const waitMs of waitsMs) {
    for (let leftMs = waitMs; seen.kind === "absent" && leftMs > 0; leftMs -= stepMs) {
      if (signal?.aborted === true) return seen;
      await clock.sleep(stepMs);
    }
    if (seen.kind !== "absent") return seen;
    seen = await read();
  }
  return seen;
}
