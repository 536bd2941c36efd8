import {
  type Intent,
  isSettledOnly,
  type JournalEntry,
  optionsChanged,
  type StepResult,
  wasAsWanted,
} from "../../../engine/state/journal.ts";
import { placeKey } from "../lists/page.ts";
import type { RunStep, StepCounts } from "./run-view.ts";

type Row = Omit<RunStep, "place">;

/**
 * The calls of a run, and what came to an end without one, in their order. The journal of a run only grows: what stays
 * in the list keeps its place, however the run goes on.
 */
export function stepsOf(journal: readonly JournalEntry[]): readonly RunStep[] {
  const rows = new Map<string, RunStep>();
  /** The row of the last call of each step. */
  const calls = new Map<string, string>();
  /** The rows of calls that are noted once more before they are sent, by their steps. */
  const notedAgain = new Map<string, RunStep>();
  const note = (key: string, row: Row, place: string) => {
    rows.set(key, { ...row, place: rows.get(key)?.place ?? place });
  };
  const change = (key: string, more: Partial<Row>) => {
    const row = rows.get(key);
    if (row !== undefined) rows.set(key, { ...row, ...more });
  };
  for (const [index, entry] of journal.entries()) {
    if (entry.kind === "intent" && entry.isAnswered === true) continue;
    if (entry.kind === "intent") {
      const { address: name, type, operation, identity, at, step } = entry;
      const former = calls.get(step) ?? "";
      if (isSentAgain(rows.get(former), operation)) rows.delete(former);
      calls.set(step, `${entry.seq}`);
      const first = notedAgain.get(step);
      notedAgain.delete(step);
      const row: Row = { step, name, type, operation, id: identity.id, at, outcome: "open", detail: "" };
      note(`${entry.seq}`, { ...row, at: first?.at ?? at }, first?.place ?? placeKey(index));
    } else if (entry.kind === "handle") {
      change(`${entry.intentSeq}`, { detail: "the platform was at work" });
    } else if (entry.kind === "result" && entry.isNotedAgain === true) {
      const row = rows.get(`${entry.intentSeq}`);
      if (row !== undefined) notedAgain.set(entry.step, row);
      rows.delete(`${entry.intentSeq}`);
    } else if (entry.kind === "result" && entry.intentSeq !== null) {
      const outcome = isSettledOnly(entry) ? "open" : entry.outcome;
      const uncalled = entry.detail === wasAsWanted ? { operation: null, at: null } : {};
      change(`${entry.intentSeq}`, { ...timesOf(entry), ...uncalled, outcome, detail: entry.detail });
    } else if (entry.kind === "result" && isToldByCall(entry, rows.get(calls.get(entry.step) ?? ""))) {
      const key = calls.get(entry.step) ?? "";
      if (entry.outcome === "failed") change(key, withFailure(entry, rows.get(key)));
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

/**
 * Whether a call of its step is one with the same call that follows: it is unknown, since the process that made it
 * was killed, or it is a deletion that found nothing, where something may come late.
 */
function isSentAgain(former: RunStep | undefined, operation: Intent["operation"]): boolean {
  if (former?.operation !== operation) return false;
  return former.outcome === "open" || (operation === "delete" && former.outcome === "failed");
}

/**
 * Whether the row of a step's last call tells the result of the step: one that failed after a call which is done has a
 * row of its own.
 */
function isToldByCall({ outcome }: StepResult, call: RunStep | undefined): boolean {
  return call !== undefined && (call.outcome === outcome || (call.outcome === "open" && outcome === "failed"));
}

/** A call, and why its step has failed; a call whose end is unknown did not end with it. */
function withFailure(failure: StepResult, call: RunStep | undefined): Partial<Row> {
  const { endedAt: _, ...retries } = timesOf(failure);
  const former = call?.detail ?? "";
  const isSaid = former === "" || failure.detail.includes(former);
  return { ...retries, detail: isSaid ? failure.detail : `${former}; ${failure.detail}` };
}

/** How many of the steps of a run have which result. */
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

/**
 * The result of a step without a call. What a run only took over from the platform, and did not decide, is left out.
 */
function rowsWithoutCall(result: StepResult): readonly Row[] {
  const { step, detail, effects } = result;
  if (step === "" && detail !== optionsChanged) return [];
  const records = effects.flatMap((effect) => (effect.kind === "put" ? [effect.record] : []));
  const of = step === "" ? {} : { step };
  const row = { ...of, ...timesOf(result), operation: null, at: null, outcome: "done" as const, detail };
  if (records.length === 0) return [{ ...row, name: step, type: null, id: null }];
  return records.map(({ address: name, type, identity: { id } }) => ({ ...row, name, type, id }));
}
