import { type Clock, sleepUntil } from "../../base/clock.ts";
import { jsonEqual } from "../../base/json.ts";
import type { Change, Driver, Observation, ReadOutcome, WriteOutcome } from "../../engine/ports/driver.ts";

/** Waits between two looks: from the first, doubled each time, as long as all together stay below the last. */
const [firstWaitMs, allWaitsMs] = [100, 30_000];

/**
 * The same driver, whose writes end when they can be read: where a vendor's reads lag behind its writes, the object is read
 * until it no longer shows what stood there before. Gives up after half a minute; the write took effect all the same.
 */
export function readable(driver: Driver, clock: Clock): Driver {
  const { readsLag } = driver;
  if (readsLag === undefined) return driver;
  const shown = async (change: Change, outcome: WriteOutcome, signal?: AbortSignal): Promise<WriteOutcome> => {
    if (outcome.kind !== "done" || !readsLag(change.target.type)) return outcome;
    for (let wait = firstWaitMs; wait < allWaitsMs; wait *= 2) {
      const seen = await driver.read(change.target, signal);
      if (signal?.aborted === true || !isBefore(change, outcome.observation, seen)) return outcome;
      await sleepUntil(clock.now() + wait, clock, signal ?? new AbortController().signal);
    }
    return outcome;
  };
  return {
    ...driver,
    write: async (change, signal) => shown(change, await driver.write(change, signal), signal),
    poll: async (change, handle, signal) => shown(change, await driver.poll(change, handle, signal), signal),
  };
}

/** Whether a read shows what stood there before the write. A read that fails tells nothing, so it ends the wait as well. */
function isBefore({ operation, prior }: Change, written: Observation | null, seen: ReadOutcome): boolean {
  if (seen.kind === "absent") return operation !== "delete";
  if (seen.kind !== "done") return false;
  const { observation } = seen;
  switch (operation) {
    case "create":
      return observation.deleted;
    case "undelete":
      return observation.deleted;
    case "delete":
      return !observation.deleted;
    case "update":
      // One that changed nothing can't be told from one that is not shown yet.
      return prior !== null && isSame(observation, prior) && !(written !== null && isSame(written, prior));
  }
}

function isSame(one: Observation, other: Observation): boolean {
  return one.version === other.version && jsonEqual(one.outputs, other.outputs);
}
