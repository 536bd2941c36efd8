import { type Problem, problem } from "../base/problem.ts";
import type { StackRow } from "../contract/documents/stacks.ts";
import type { StackBrief } from "../engine/ports/store.ts";
import { type JournalEntry, optionsChanged, type StepResult } from "../engine/state/journal.ts";
import { type OutputsLeft, outputsLeft, outputsWithout } from "../engine/state/stack-outputs.ts";
import type { Deployment } from "./deployment.ts";
import { appendOrReject, type HeldStack, holdStack } from "./hold-stack.ts";
import { inFlightOf } from "./in-flight.ts";
import { JournalLists } from "./journal-lists.ts";
import { glimpseLease } from "./lease/watch-lease.ts";
import { recoverHeld } from "./recover-stack.ts";
import { Rejection } from "./rejection.ts";
import { isAboutEarlier } from "./run-changes.ts";
import type { RunRow, RunStep, RunView } from "./run-view.ts";

/** The runs of a stack, newest first, as its journal tells them. One without an end is under way, or was broken off. */
export async function listRuns(stack: string, deployment: Deployment): Promise<readonly RunRow[]> {
  const { store, journalLists = new JournalLists() } = deployment;
  const runs = (await journalLists.of(stack, store)).runs.toReversed();
  const [latest, ...others] = runs;
  if (latest?.status !== "broken off" || (await livingEpoch(stack, deployment)) === null) return runs;
  return [{ ...latest, status: "running" }, ...others];
}

/** One run with what it did, call by call. A Rejection when there is no such run. */
export async function showRun(stack: string, run: string, deployment: Deployment): Promise<RunView> {
  const row = await runRow(stack, run, deployment);
  const journal = await deployment.store.readRun(stack, run);
  return { ...row, rounds: roundsOf(journal), steps: stepsOf(journal), inFlight: inFlightOf(journal) };
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
 * Why a run can't go on any more, or null while it can: it has begun, has not ended, and nobody came after it. With
 * `orDone` one that has ended well may go on too: whether a later round was to follow, its journal does not tell.
 */
export function whyOver(run: string, journal: readonly JournalEntry[], stack: string, orDone = false): Problem | null {
  const started = journal.findLastIndex((entry) => entry.kind === "run-started" && entry.run === run);
  if (started === -1) return problem("run-unknown", `stack \`${stack}\` has no run ${run}`);
  const after = journal.slice(started);
  const ended = after.findLast((entry) => entry.kind === "run-ended" && entry.run === run);
  if (ended?.kind === "run-ended" && !(orDone && ended.status === "done"))
    return problem("run-over", `run ${run} has ended (${ended.status}); plan again for what is left`);
  const other = after.find((entry) => entry.run !== run && !isAboutEarlier(entry));
  if (other === undefined) return null;
  return problem("run-over", `run ${other.run} has written to the stack since run ${run} broke off; plan again`);
}

async function runRow(stack: string, run: string, deployment: Deployment): Promise<RunRow> {
  const row = (await listRuns(stack, deployment)).find((each) => each.run === run);
  if (row === undefined)
    throw new Rejection("missing", [problem("run-unknown", `stack \`${stack}\` has no run ${run}`)]);
  return row;
}

/** The epoch under which a living process holds the stack. */
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
    return { run, status, startedAt, endedAt };
  }
  if (latestRun === null) return null;
  const { run, startedAt, ended } = latestRun;
  if (ended !== null) return { run, status: ended.status, startedAt, endedAt: ended.at };
  const status = (await livingEpoch(stack, deployment)) === null ? "broken off" : "running";
  return { run, status, startedAt, endedAt: null };
}

async function livingEpoch(stack: string, deployment: Deployment): Promise<number | null> {
  return (await glimpseLease(stack, deployment))?.epoch ?? null;
}

/** Digests of the plans that a run has carried out, one after the other. */
export function roundsOf(journal: readonly JournalEntry[]): readonly string[] {
  return journal.flatMap((entry) => (entry.kind === "run-started" ? [entry.plan] : []));
}

/** The calls of a run, and what came to an end without one, in their order. */
export function stepsOf(journal: readonly JournalEntry[]): readonly RunStep[] {
  const rows = new Map<string, RunStep>();
  /** The last deletion of each step. */
  const deletions = new Map<string, string>();
  for (const entry of journal) {
    if (entry.kind === "intent" && entry.isAnswered === true) continue;
    if (entry.kind === "intent") {
      const { address: name, type, operation, identity, at, step } = entry;
      // A deletion that found nothing is sent again where something may come late; both are one.
      const former = operation === "delete" ? deletions.get(step) : undefined;
      if (former !== undefined && rows.get(former)?.outcome === "failed") rows.delete(former);
      if (operation === "delete") deletions.set(step, `${entry.seq}`);
      rows.set(`${entry.seq}`, { step, name, type, operation, id: identity.id, at, outcome: "open", detail: "" });
    } else if (entry.kind === "handle") {
      const row = rows.get(`${entry.intentSeq}`);
      if (row !== undefined) rows.set(`${entry.intentSeq}`, { ...row, detail: "the platform was at work" });
    } else if (entry.kind === "result" && entry.intentSeq !== null) {
      const row = rows.get(`${entry.intentSeq}`);
      const { outcome, detail } = entry;
      if (row !== undefined) rows.set(`${entry.intentSeq}`, { ...row, ...timesOf(entry), outcome, detail });
    } else if (entry.kind === "result" && entry.outcome === "done") {
      for (const row of rowsWithoutCall(entry)) rows.set(`${row.name} without a call`, row);
    } else if (entry.kind === "result" && entry.ends === true && entry.outcome === "failed") {
      const { detail, step } = entry;
      rows.set(`${step} failed`, {
        step,
        ...timesOf(entry),
        name: step,
        type: null,
        operation: null,
        id: null,
        at: null,
        outcome: "failed",
        detail,
      });
    }
  }
  return [...rows.values()];
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
function rowsWithoutCall(result: StepResult): readonly RunStep[] {
  const { step, detail, effects } = result;
  if (step === "" && detail !== optionsChanged) return [];
  const records = effects.flatMap((effect) => (effect.kind === "put" ? [effect.record] : []));
  const of = step === "" ? {} : { step };
  const row = { ...of, ...timesOf(result), operation: null, at: null, outcome: "done" as const, detail };
  if (records.length === 0) return [{ ...row, name: step, type: null, id: null }];
  return records.map(({ address: name, type, identity: { id } }) => ({ ...row, name, type, id }));
}
