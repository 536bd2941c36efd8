import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { StackRow } from "../../../contract/documents/stacks.ts";
import type { StackBrief } from "../../../engine/ports/store.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { type OutputsLeft, outputsLeft, outputsWithout } from "../../../engine/state/stack-outputs.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { liveLease } from "../lease/held-lease.ts";
import { appendOrReject, type HeldStack, holdStack } from "../lease/hold-stack.ts";
import { JournalLists } from "../state/journal-lists.ts";
import { recoverHeld } from "./recover-stack.ts";
import { isAboutEarlier } from "./run-changes.ts";
import type { RunRow } from "./run-view.ts";
import { unknownRun } from "./unknown-run.ts";

/** The runs of a stack, newest first, as its journal tells them. One without an end is under way, or was broken off. */
export async function listRuns(stack: string, deployment: Deployment): Promise<readonly RunRow[]> {
  const { store, journalLists = new JournalLists() } = deployment;
  const runs = (await journalLists.of(stack, store)).runs.toReversed();
  const [latest, ...others] = runs;
  if (latest?.status !== "broken off" || (await livingEpoch(stack, deployment)) === null) return runs;
  return [{ ...latest, status: "running" }, ...others];
}

/**
 * Ends a run. One that a living process carries out is asked to stop: calls in flight are finished, none is begun. One
 * that broke off is settled as far as reads can tell, and is over. A Rejection when it has ended or is not known.
 */
export async function cancelRun(stack: string, run: string, deployment: Deployment): Promise<"asked" | "cancelled"> {
  const { store, clock } = deployment;
  const row = await runRow(stack, run, deployment);
  if (row.status === "running") {
    const epoch = await livingEpoch(stack, deployment);
    if (epoch !== null && (await store.requestCancel(stack, epoch))) return "asked";
  }
  return holdStack(stack, deployment, async (held) => {
    const refusal = whyOver(run, await store.readJournal(stack), stack);
    if (refusal !== null) throw new Rejection("conflict", [refusal]);
    await recoverHeld(held, deployment);
    await endAsCancelled(run, held, new Date(clock.now()).toISOString(), await standingNow(stack, deployment));
    return "cancelled" as const;
  });
}

/** Notes that a run is called off with nothing under way. */
export function endAsCancelled(
  run: string,
  held: HeldStack,
  at: string,
  left: OutputsLeft | { readonly outputs: null } = { outputs: null },
): Promise<void> {
  return appendOrReject(held, [{ kind: "run-ended", run, at, status: "cancelled", ...left }]);
}

/** The outputs of a stack but for those whose objects the run has taken away. */
async function standingNow(stack: string, { store }: Deployment): Promise<OutputsLeft> {
  const state = await store.readStack(stack);
  return outputsLeft(outputsWithout([], state));
}

/**
 * Why a run can't go on any more, or null while it can: it has begun, has not ended, and no other came after it. With
 * `orDone` one that has ended well may go on too: whether a later round was to follow, its journal does not tell.
 */
export function whyOver(run: string, journal: readonly JournalEntry[], stack: string, orDone = false): Problem | null {
  const started = journal.findLastIndex((entry) => entry.kind === "run-started" && entry.run === run);
  if (started === -1) return unknownRun(stack, run, journal);
  const after = journal.slice(started);
  const ended = after.findLast((entry) => entry.kind === "run-ended" && entry.run === run);
  if (ended?.kind === "run-ended" && !(orDone && ended.status === "done"))
    return problem("run-over", `run ${run} has ended (${ended.status}); plan again for what is left`);
  const other = after.find((entry) => entry.run !== run && !isAboutEarlier(entry));
  if (other === undefined) return null;
  return problem("run-over", `run ${other.run} has written to the stack since run ${run} broke off; plan again`);
}

/** One run as the list of runs has it. A Rejection when there is no such run. */
export async function runRow(stack: string, run: string, deployment: Deployment): Promise<RunRow> {
  const row = (await listRuns(stack, deployment)).find((each) => each.run === run);
  if (row !== undefined) return row;
  const { batches } = await deployment.store.readJournalAfter(stack, 0, 1);
  const beginning = batches.flatMap(({ entries }) => entries);
  throw new Rejection("missing", [unknownRun(stack, run, beginning)]);
}

/** The run that began last, as the brief of its stack tells it; where that does not, as the journal does. */
export async function lastRun(
  stack: string,
  { latestRun }: Partial<StackBrief>,
  deployment: Deployment,
): Promise<StackRow["lastRun"]> {
  if (latestRun === undefined) {
    const [row] = await listRuns(stack, deployment);
    if (row === undefined) return null;
    const { run, status, startedAt, endedAt } = row;
    return { run, status: status === "broken off" ? "broken-off" : status, startedAt, endedAt };
  }
  if (latestRun === null) return null;
  const { run, startedAt, ended } = latestRun;
  if (ended !== null) return { run, status: ended.status, startedAt, endedAt: ended.at };
  const status = (await livingEpoch(stack, deployment)) === null ? "broken-off" : "running";
  return { run, status, startedAt, endedAt: null };
}

/** The epoch under which a living process holds the stack. */
async function livingEpoch(stack: string, deployment: Deployment): Promise<number | null> {
  return (await liveLease(stack, deployment))?.epoch ?? null;
}

/** Digests of the plans that a run has carried out, one after the other. */
export function roundsOf(journal: readonly JournalEntry[]): readonly string[] {
  return journal.flatMap((entry) => (entry.kind === "run-started" ? [entry.plan] : []));
}
