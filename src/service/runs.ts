import type { RunRow } from "../doors/api/documents.ts";
import type { JournalEntry } from "../engine/state/journal.ts";
import type { Deployment } from "./deployment.ts";

/** The runs of a stack, newest first, as its journal tells them. A run without an end was broken off. */
export async function listRuns(stack: string, { store }: Deployment): Promise<readonly RunRow[]> {
  return runsOf(await store.readJournal(stack));
}

function runsOf(journal: readonly JournalEntry[]): readonly RunRow[] {
  const runs = new Map<string, RunRow>();
  for (const entry of journal) {
    if (entry.kind === "run-started" && runs.has(entry.run)) continue;
    if (entry.kind === "run-started") {
      runs.set(entry.run, {
        run: entry.run,
        plan: entry.plan,
        startedAt: entry.at,
        endedAt: null,
        status: "broken off",
        changes: 0,
      });
      continue;
    }
    const run = runs.get(entry.run);
    if (run === undefined) continue;
    if (entry.kind === "run-ended") runs.set(entry.run, { ...run, endedAt: entry.at, status: entry.status });
    if (entry.kind === "result" && entry.outcome === "done" && entry.step !== "")
      runs.set(entry.run, { ...run, changes: run.changes + 1 });
  }
  return [...runs.values()].reverse();
}
