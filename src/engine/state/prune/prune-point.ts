import type { JournalEntry } from "../journal.ts";
import { isCheckpoint } from "./checkpoint.ts";
import { UnrecordedCalls } from "./unrecorded-calls.ts";

/** Which runs of a stack are to go: those that nothing of it keeps. */
export interface PruneRule {
  /** So many of the newest runs stay. Left out: no number keeps any. */
  readonly keep?: number;
  /** What happened at this moment or later stays. Left out: no age keeps any. */
  readonly before?: string;
  /** Runs that stay whatever their age and number, with all that came after them. */
  readonly isPinned: (run: string) => boolean;
}

/** A part of a journal, from its beginning, that may go. */
export interface PrunePoint {
  /** Of the last batch that goes. */
  readonly serial: number;
  /** When the newest of what goes happened. */
  readonly upTo: string;
  readonly entries: readonly JournalEntry[];
  /** Of those that carried out a plan. */
  readonly runs: readonly string[];
  /** Of edits of the state. */
  readonly edits: readonly string[];
}

interface Batch {
  readonly serial: number;
  readonly entries: readonly JournalEntry[];
}

/**
 * The longest beginning of a journal that a rule lets go and that nothing behind it leans on: no run reaches over its
 * end, no call in it is open, no deletion or update in it is in doubt, and no object that is told of by calls on both
 * sides is without a record between. What is behind it can be undone and resumed as before. Null where nothing goes.
 * Pure.
 */
export function prunePoint(batches: readonly Batch[], rule: PruneRule): PrunePoint | null {
  const journal = batches.flatMap(({ entries }) => entries);
  const { lastOfRun, lastOfUid, begun, resumable } = readThrough(journal);
  const unrecorded = new UnrecordedCalls();
  let [length, reach, runs, upTo] = [0, -1, 0, ""];
  let found = { serial: 0, upTo, length };
  for (const { serial, entries } of batches) {
    for (const entry of entries) {
      unrecorded.take(entry);
      if (begun.get(entry.run) === length) runs += 1;
      reach = Math.max(reach, lastOfRun.get(entry.run) ?? -1);
      upTo = laterOf(upTo, momentOf(entry));
      length += 1;
    }
    const isKept = entries.some(({ run }) => run === resumable || rule.isPinned(run));
    const isTooNew = rule.before !== undefined && upTo >= rule.before;
    if (isKept || isTooNew || begun.size - runs < (rule.keep ?? 0)) break;
    if (reach < length && !unrecorded.mayNeedEarlier(length, lastOfUid)) found = { serial, upTo, length };
  }
  return pointOf(journal.slice(0, found.length), found, begun);
}

function pointOf(
  entries: readonly JournalEntry[],
  { serial, upTo }: Pick<PrunePoint, "serial" | "upTo">,
  begun: ReadonlyMap<string, number>,
): PrunePoint | null {
  const named = new Set(entries.filter((entry) => !isCheckpoint(entry)).map(({ run }) => run));
  if (named.size === 0 || upTo === "") return null;
  const [runs, edits] = [[...named].filter((run) => begun.has(run)), [...named].filter((run) => !begun.has(run))];
  return { serial, upTo, entries, runs, edits };
}

/**
 * Where each run and, by calls, each object is told of last; where each run that carries out a plan began; and the
 * newest of these while it has not ended.
 */
function readThrough(journal: readonly JournalEntry[]) {
  const [lastOfRun, lastOfUid, begun] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  let resumable: string | null = null;
  for (const [index, entry] of journal.entries()) {
    lastOfRun.set(entry.run, index);
    if (entry.kind === "intent") lastOfUid.set(entry.uid, index);
    if (entry.kind === "run-ended" && entry.run === resumable) resumable = null;
    if (entry.kind !== "run-started" || isCheckpoint(entry)) continue;
    resumable = entry.run;
    if (!begun.has(entry.run)) begun.set(entry.run, index);
  }
  return { lastOfRun, lastOfUid, begun, resumable };
}

function momentOf(entry: JournalEntry): string {
  return "at" in entry && entry.at !== undefined ? entry.at : "";
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
