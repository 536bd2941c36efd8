import { originalLineage } from "../../engine/state/lineage.ts";
import { isMachine } from "../access/caller.ts";
import { shareOf } from "../stack-name.ts";
import { isOpen, type KeptRun } from "./kept-runs/run-repository.ts";

/** A machine's run that has waited for so long has its turn like a person's. */
export const machineWaitMs = 600_000;

/** Whether a run waits for a process, whichever it will be: it has not begun, or was given back. */
export function isUnheld({ document, holder }: KeptRun): boolean {
  return document.status === "queued" && holder === null;
}

/** Whether such a run has not begun. */
export function isWaiting(kept: KeptRun): boolean {
  return isUnheld(kept) && kept.attempt === 0;
}

/**
 * The waiting runs that may begin now, in the order in which they do; of each stack one at most, and none of a stack
 * with a run under way. People's come before machines', then those of the project that has the fewest under way, then
 * those that have waited for longest (decision 0118). Pure. `open`: all open runs, of all processes.
 */
export function turnsOf(open: readonly KeptRun[], now: number): readonly KeptRun[] {
  const taken = new Set<string>();
  const ahead = new Map<string, number>();
  for (const kept of open.filter(isUnderWay)) {
    taken.add(stackOf(kept));
    countOne(ahead, kept);
  }
  const waiting = open
    .filter(isWaiting)
    .map((kept) => ({ kept, rank: rankOf(kept, now) }))
    .toSorted((a, b) => a.rank - b.rank || byAge(a.kept, b.kept));
  const turns = [];
  for (const { kept, rank } of waiting) {
    const stack = stackOf(kept);
    if (taken.has(stack)) continue;
    taken.add(stack);
    turns.push({ kept, rank, ahead: countOne(ahead, kept) });
  }
  return turns
    .toSorted((a, b) => a.rank - b.rank || a.ahead - b.ahead || byAge(a.kept, b.kept))
    .map(({ kept }) => kept);
}

/** By the moment at which they were asked for, the oldest first. */
export function byAge({ document: a }: KeptRun, { document: b }: KeptRun): number {
  return a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0;
}

/** Of which stack it is: one that was removed, whose runs may still be there, is another than its namesake. */
function stackOf({ document: { stack }, lineage }: KeptRun): string {
  return `${stack} ${originalLineage(lineage)}`;
}

/** It has begun, or a process is about to begin it. */
function isUnderWay(kept: KeptRun): boolean {
  return isOpen(kept) && kept.document.status !== "awaiting-approval" && !isWaiting(kept);
}

function rankOf({ document: { caller, createdAt } }: KeptRun, now: number): 0 | 1 {
  return isMachine(caller) && now - Date.parse(createdAt) < machineWaitMs ? 1 : 0;
}

/** How many of the run's share were counted before it. */
function countOne(counts: Map<string, number>, kept: KeptRun): number {
  const share = shareOf(kept.document.stack);
  const before = counts.get(share) ?? 0;
  counts.set(share, before + 1);
  return before;
}
