import { problem } from "../../../../packages/base/problems/problem.ts";
import type { InFlightCall } from "../../../contract/documents/in-flight-calls.ts";
import type { RunSummary } from "../../../contract/documents/runs.ts";
import type { RunEnded } from "../../../engine/state/journal.ts";
import { localOwner } from "../../access/local-owner.ts";
import type { Deployment } from "../../deployment.ts";
import { inFlightOf } from "../../use-cases/runs/in-flight.ts";
import { endedSteps } from "../../use-cases/runs/journal-events.ts";
import { changesByRun } from "../../use-cases/runs/run-changes.ts";
import { stepCountsOf, stepsOf } from "../../use-cases/runs/run-steps.ts";
import { Tally } from "../../use-cases/runs/run-tally.ts";
import type { RunRow, StepCounts } from "../../use-cases/runs/run-view.ts";
import type { ListedRun, RunDocument } from "../dispatcher.ts";
import { isOpen, type KeptRun, withDocument } from "../kept-runs/run-repository.ts";

/** What the journal has of one run. */
export interface JournalledRun {
  readonly isStarted: boolean;
  /** The end of its last round; null while that goes on. */
  readonly ended: RunEnded | null;
  readonly stepCounts: StepCounts;
  /** Calls whose end nobody has noted. */
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

/** The summary that whoever carried out a run did not live to tell, from the journal. */
export async function summaryOfJournal(
  document: RunDocument,
  ended: RunEnded,
  deployment: Deployment,
): Promise<RunSummary> {
  const { run, stack, createdAt, startedAt } = document;
  const durationMs = Date.parse(ended.at) - Date.parse(startedAt ?? createdAt);
  const tally = new Tally(run, () => ({ at: ended.at, durationMs }));
  const ends = await endedSteps(stack, run, deployment);
  for (const end of ends) tally.note(end, () => {});
  const problems = ends.flatMap((end) => (end.kind === "failed" ? [end.problem] : []));
  const inFlight = inFlightOf(await deployment.store.readRun(stack, run));
  return tally.summary(ended.status, ended.outputs ?? {}, problems, 0, inFlight);
}

/** The summary of a run that ended before it began. */
export function summaryOfUnbegun({ run, status, approvals, endedAt }: RunDocument): RunSummary {
  const tally = new Tally(run, () => ({ at: endedAt, durationMs: 0 }));
  if (status !== "rejected") return tally.summary("cancelled", {}, []);
  const rejection = approvals.findLast(({ verdict }) => verdict === "rejected");
  const why = rejection?.comment === null || rejection === undefined ? "" : `: ${rejection.comment}`;
  return tally.summary("refused", {}, [
    problem("run-rejected", `${rejection?.name ?? "another person"} rejected it${why}`),
  ]);
}

/** A run that nobody keeps but the journal, as its row there says. */
export function runOfJournal(stack: string, row: RunRow): ListedRun {
  const { run, plan, kind, startedAt, endedAt, status, changes } = row;
  return {
    run,
    stack,
    plan,
    ...(kind === undefined ? {} : { kind }),
    parallel: 0,
    status: status === "broken off" ? "broken-off" : status,
    caller: localOwner.caller,
    createdAt: startedAt,
    startedAt,
    endedAt,
    approvalsNeeded: 0,
    approvals: [],
    eventsBefore: 0,
    revision: 0,
    changes,
  };
}

/**
 * A stack's runs, newest first: those that are kept, and those that only the journal knows. `isServed`: see
 * `asItStands`.
 */
export function listed(
  stack: string,
  kept: readonly KeptRun[],
  rows: readonly RunRow[],
  isServed: boolean,
): readonly ListedRun[] {
  const changes = new Map(rows.map((row) => [row.run, row.changes]));
  const known = new Set(kept.map(({ document }) => document.run));
  return [
    ...kept.map((each) => ({
      ...asItStands(each, rows, isServed).document,
      changes: changes.get(each.document.run) ?? 0,
    })),
    ...rows.filter(({ run }) => !known.has(run)).map((row) => runOfJournal(stack, row)),
  ].sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
}

/**
 * A kept run as the journal has it: one whose process has died is broken off. `isServed`: a service takes it up again,
 * unless another run has come after it. `rows`: the runs of the journal, newest first.
 */
export function asItStands(kept: KeptRun, rows: readonly RunRow[], isServed: boolean): KeptRun {
  if (!isOpen(kept)) return kept;
  const place = rows.findIndex(({ run }) => run === kept.document.run);
  const isLeft = rows[place]?.status === "broken off";
  return isLeft && (!isServed || place > 0) ? withDocument(kept, { status: "broken-off" }) : kept;
}
