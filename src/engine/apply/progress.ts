import type { JournalEntry, StepResult } from "../state/journal.ts";

/** How far a run has come with its plan, as its journal tells. A later round of the run starts with none of it. */
export interface Progress {
  /** Digest of the plan that is carried out; null before the run has started. */
  readonly plan: string | null;
  readonly status: "running" | "done" | "failed" | "cancelled";
  /** The results of the steps that have ended, by step id. */
  readonly results: ReadonlyMap<string, StepResult>;
  /** Steps that have made one of their calls and are to make another. */
  readonly begun: ReadonlySet<string>;
  /** Steps whose deletion may have taken effect, though no result says that it has. */
  readonly unseen: ReadonlySet<string>;
  /** When the first call of each step was noted, in milliseconds since the epoch. */
  readonly sentAt: ReadonlyMap<string, number>;
  /** Highest number of an intent of the run; 0 when there is none. */
  readonly lastSeq: number;
}

export const noProgress: Progress = {
  plan: null,
  status: "running",
  results: new Map(),
  begun: new Set(),
  unseen: new Set(),
  sentAt: new Map(),
  lastSeq: 0,
};

/** Reads a run's journal, oldest entry first. */
export function progressOf(journal: readonly JournalEntry[]): Progress {
  let progress: ReturnType<typeof fresh> = fresh(null, 0);
  for (const entry of journal) {
    switch (entry.kind) {
      case "run-started":
        progress = fresh(entry.plan, progress.lastSeq);
        break;
      case "intent":
        progress = { ...progress, lastSeq: Math.max(progress.lastSeq, entry.seq) };
        if (!progress.sentAt.has(entry.step)) progress.sentAt.set(entry.step, Date.parse(entry.at));
        break;
      case "result":
        if (entry.ends === true) progress.results.set(entry.step, entry);
        else if (entry.mayHaveDeleted === true) progress.unseen.add(entry.step);
        else if (entry.outcome === "done" && entry.intentSeq !== null) progress.begun.add(entry.step);
        break;
      case "run-ended":
        progress = { ...progress, status: entry.status };
        break;
      case "context":
      case "handle":
        break;
    }
  }
  return progress;
}

function fresh(plan: string | null, lastSeq: number) {
  return {
    plan,
    status: "running" as Progress["status"],
    results: new Map<string, StepResult>(),
    begun: new Set<string>(),
    unseen: new Set<string>(),
    sentAt: new Map<string, number>(),
    lastSeq,
  };
}
