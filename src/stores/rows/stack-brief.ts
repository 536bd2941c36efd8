import type { LatestRun, StackBrief } from "../../engine/ports/store.ts";
import type { JournalEntry } from "../../engine/state/journal.ts";

/** What is kept of a stack after an append. `records`: how many it has by then (decision 0088). */
export function briefAfter(before: Partial<StackBrief>, entries: readonly JournalEntry[], records: number): StackBrief {
  const latestRun = entries.reduce(runAfter, before.latestRun);
  const { prunedTo } = before;
  const restored = entries.reduce(restoredAfter, before.restored);
  return {
    records,
    ...(latestRun === undefined ? {} : { latestRun }),
    ...(prunedTo === undefined ? {} : { prunedTo }),
    ...(restored === undefined ? {} : { restored }),
  };
}

type Restored = StackBrief["restored"];

/** Ended by what has looked at everything; imports and edits of the state bring back what the backup lacks. */
function restoredAfter(restored: Restored, entry: JournalEntry): Restored {
  if (restored === undefined) return undefined;
  if (entry.kind === "run-started" && entry.endsRestored === true) return { ...restored, run: entry.run };
  if (entry.kind === "result" && entry.endsRestored === true) return undefined;
  const isItsEnd = entry.kind === "run-ended" && entry.run === restored.run && entry.status === "done";
  return isItsEnd ? undefined : restored;
}

/** A further round of a run goes on with it. */
function runAfter(latest: LatestRun | null | undefined, entry: JournalEntry): LatestRun | null | undefined {
  const isIt = latest?.run === entry.run;
  if (entry.kind === "run-started")
    return { run: entry.run, startedAt: isIt ? latest.startedAt : entry.at, ended: null };
  if (entry.kind !== "run-ended" || !isIt) return latest;
  return { ...latest, ended: { at: entry.at, status: entry.status } };
}
