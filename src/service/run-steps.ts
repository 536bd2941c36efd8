import { type JournalEntry, optionsChanged, type StepResult } from "../engine/state/journal.ts";
import { placeKey } from "./page.ts";
import type { RunStep, StepCounts } from "./run-view.ts";

type Row = Omit<RunStep, "place">;

/**
 * The calls of a run, and what came to an end without one, in their order. The journal of a run only grows: what stays in the list keeps
 * its place, however the run goes on.
 */
export function stepsOf(journal: readonly JournalEntry[]): readonly RunStep[] {
  const rows = new Map<string, RunStep>();
  /** The last deletion of each step. */
  const deletions = new Map<string, string>();
  const note = (key: string, row: Row, place: string) => {
    rows.set(key, { ...row, place: rows.get(key)?.place ?? place });
  };
  for (const [index, entry] of journal.entries()) {
    if (entry.kind === "intent" && entry.isAnswered === true) continue;
    if (entry.kind === "intent") {
      const { address: name, type, operation, identity, at, step } = entry;
      // A deletion that found nothing is sent again where something may come late; both are one.
      const former = operation === "delete" ? deletions.get(step) : undefined;
      if (former !== undefined && rows.get(former)?.outcome === "failed") rows.delete(former);
      if (operation === "delete") deletions.set(step, `${entry.seq}`);
      const row: Row = { step, name, type, operation, id: identity.id, at, outcome: "open", detail: "" };
      note(`${entry.seq}`, row, placeKey(index));
    } else if (entry.kind === "handle") {
      const row = rows.get(`${entry.intentSeq}`);
      if (row !== undefined) rows.set(`${entry.intentSeq}`, { ...row, detail: "the platform was at work" });
    } else if (entry.kind === "result" && entry.intentSeq !== null) {
      const row = rows.get(`${entry.intentSeq}`);
      const { outcome, detail } = entry;
      if (row !== undefined) rows.set(`${entry.intentSeq}`, { ...row, ...timesOf(entry), outcome, detail });
    } else if (entry.kind === "result" && entry.outcome === "done") {
      // One result may be about many resources.
      for (const [nth, row] of rowsWithoutCall(entry).entries())
        note(`${row.name} without a call`, row, `${placeKey(index)}.${placeKey(nth)}`);
    } else if (entry.kind === "result" && entry.ends === true && entry.outcome === "failed") {
      const { detail, step } = entry;
      const row: Row = {
        ...{ step, ...timesOf(entry), name: step, type: null, operation: null, id: null, at: null },
        ...{ outcome: "failed", detail },
      };
      note(`${step} failed`, row, placeKey(index));
    }
  }
  return [...rows.values()];
}

/** How many of the steps of a run came to what. */
export function stepCountsOf(steps: readonly RunStep[]): StepCounts {
  const counts = { done: 0, failed: 0, open: 0 };
  for (const { outcome } of steps) counts[outcome] += 1;
  return counts;
}

/** When a result was noted, and how often its call was made until then. */
function timesOf({ at, attempts, waitedMs }: StepResult): Pick<RunStep, "endedAt" | "attempts" | "waitedMs"> {
  return {
    ...(at === undefined ? {} : { endedAt: at }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(waitedMs === undefined ? {} : { waitedMs }),
  };
}

/** What a step without a call came to. What a run only took over from the platform, and did not decide, is left out. */
function rowsWithoutCall(result: StepResult): readonly Row[] {
  const { step, detail, effects } = result;
  if (step === "" && detail !== optionsChanged) return [];
  const records = effects.flatMap((effect) => (effect.kind === "put" ? [effect.record] : []));
  const of = step === "" ? {} : { step };
  const row = { ...of, ...timesOf(result), operation: null, at: null, outcome: "done" as const, detail };
  if (records.length === 0) return [{ ...row, name: step, type: null, id: null }];
  return records.map(({ address: name, type, identity: { id } }) => ({ ...row, name, type, id }));
}
