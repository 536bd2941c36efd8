import { type Clock, sleepUntil } from "../../../packages/base/clock.ts";
import { jsonEqual } from "../../../packages/base/json/json.ts";
import type { Change, Driver, Observation, ReadOutcome, WriteOutcome } from "../../engine/ports/driver.ts";

/** Waits between two looks: from the first, doubled each time, as long as all together stay below the last. */
const [firstWaitMs, allWaitsMs] = [100, 30_000];

/**
 * Reads in a row that must show a write: one replica may show it while the next does not. It is their number that finds
 * such a replica, and not the time between them.
 */
const [readsInARow, betweenShownMs] = [3, 25];

/**
 * The same driver, whose writes end when they can be read: where a vendor's reads lag behind its writes, the object is
 * read until several reads in a row no longer show what stood there before. Gives up after half a minute, and says so:
 * the write took effect all the same, but for an undelete and a deletion, of which only a read tells.
 */
export function readable(driver: Driver, clock: Clock): Driver {
  const { readsLag } = driver;
  if (readsLag === undefined) return driver;
  const shown = async (change: Change, outcome: WriteOutcome, signal?: AbortSignal): Promise<WriteOutcome> => {
    if (outcome.kind !== "done" || !readsLag(change.target.type)) return outcome;
    if (changedNothing(change, outcome.observation)) return outcome;
    // That an object is gone is shown by a read, or by none.
    let isShown = change.operation !== "delete";
    let unread: string | undefined;
    for (let wait = firstWaitMs, inARow = 0; wait < allWaitsMs; wait = isShown ? wait : wait * 2) {
      const seen = await driver.read(change.target, signal);
      if (signal?.aborted === true) return outcome;
      // A read that fails tells nothing: what the last one showed counts.
      if (seen.kind !== "done" && seen.kind !== "absent") {
        unread = seen.detail;
        break;
      }
      isShown = !isBefore(change, seen);
      inARow = isShown ? inARow + 1 : 0;
      if (inARow === readsInARow) return outcome;
      const pause = isShown ? betweenShownMs : wait;
      await sleepUntil(clock.now() + pause, clock, signal ?? new AbortController().signal);
    }
    if (isShown) return outcome;
    if (change.operation === "delete") return unread === undefined ? stillThere : deletedUnread(unread);
    return change.operation === "undelete" ? stillDeleted : { ...outcome, isUnshown: true };
  };
  return {
    ...driver,
    write: async (change, signal) => shown(change, await driver.write(change, signal), signal),
    poll: async (change, operationName, signal) =>
      shown(change, await driver.poll(change, operationName, signal), signal),
  };
}

const stillThere = {
  kind: "unknown",
  detail: "the platform took the deletion, and its reads still show the object",
} as const satisfies WriteOutcome;

/** A deletion after which a read was refused or failed before one has shown that the object is gone. */
function deletedUnread(detail: string): WriteOutcome {
  return { kind: "unknown", detail: `the platform answers the deletion as done, and a read can't tell: ${detail}` };
}

const stillDeleted = {
  kind: "unknown",
  detail: "the platform took the undelete, and its reads still say DELETED",
} as const satisfies WriteOutcome;

/** Whether a read shows what stood there before the write. */
function isBefore({ operation, prior }: Change, seen: ReadOutcome): boolean {
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
      return prior !== null && isSame(observation, prior);
  }
}

/** An update that changed nothing can't be told from one that is not shown yet. */
function changedNothing({ operation, prior }: Change, written: Observation | null): boolean {
  return operation === "update" && prior !== null && written !== null && isSame(written, prior);
}

function isSame(one: Observation, other: Observation): boolean {
  return one.version === other.version && jsonEqual(one.outputs, other.outputs);
}
