import type { InFlightCall } from "../../../contract/documents/in-flight-calls.ts";
import type { RunSummary } from "../../../contract/documents/runs/run-events.ts";
import type { RunEnded } from "../../../engine/state/journal.ts";
import type { Deployment } from "../deployment.ts";
import { inFlightOf } from "./in-flight.ts";
import { endedSteps } from "./journal-events.ts";
import { changesByRun } from "./run-changes.ts";
import { stepCountsOf, stepsOf } from "./run-steps.ts";
import { Tally } from "./run-tally.ts";
import type { StepCounts } from "./run-view.ts";

/** What the journal has of one run. */
export interface JournalledRun {
  readonly isStarted: boolean;
  /** The end of its last round; null while that goes on. */
  readonly ended: RunEnded | null;
  readonly stepCounts: StepCounts;
  /** Calls whose end was not noted. */
  readonly inFlight: readonly InFlightCall[];
  /** Steps that changed something. */
  readonly changes: number;
}

export async function journalledRun(stack: string, run: string, { store }: Deployment): Promise<JournalledRun> {
  const journal = await store.readRun(stack, run);
  const started = journal.findLastIndex(({ kind }) => kind === "run-started");
  const ended = journal.slice(started).findLast((entry) => entry.kind === "run-ended");
  return {
    isStarted: started !== -1,
    ended: ended?.kind === "run-ended" ? ended : null,
    stepCounts: stepCountsOf(stepsOf(journal)),
    inFlight: inFlightOf(journal),
    changes: changesByRun(journal).get(run) ?? 0,
  };
}

/**
 * The summary that whoever carried out a run did not live to tell, from the journal. `begun`: when it was taken up, in
 * milliseconds since the epoch.
 */
export async function summaryOfJournal(
  { stack, run, begun }: { readonly stack: string; readonly run: string; readonly begun: number },
  ended: RunEnded,
  deployment: Deployment,
): Promise<RunSummary> {
  const durationMs = Date.parse(ended.at) - begun;
  const tally = new Tally(run, () => ({ at: ended.at, durationMs }));
  const ends = await endedSteps(stack, run, deployment);
  for (const end of ends) tally.note(end, () => {});
  const problems = ends.flatMap((end) => (end.kind === "failed" ? [end.problem] : []));
  const inFlight = inFlightOf(await deployment.store.readRun(stack, run));
  return tally.summary(ended.status, ended.outputs ?? {}, problems, 0, inFlight);
}
