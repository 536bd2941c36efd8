import { elapsedSince, isRecent, sleepUntil } from "../../../../packages/base/clock.ts";
import { Fault } from "../../../../packages/base/fault.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { RunEvent, RunSummary } from "../../../contract/documents/runs/run-events.ts";
import { noProgress } from "../../../engine/apply/progress.ts";
import { StepHistory } from "../../../engine/apply/step-history.ts";
import { removesAll } from "../../../engine/plan/removals/removed-objects.ts";
import type { StackChange } from "../../../engine/ports/store.ts";
import type { RunEnded } from "../../../engine/state/journal.ts";
import { notProvablyOurs } from "../../../engine/state/records/unowned.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { type HeldStack, holdStack } from "../lease/hold-stack.ts";
import { storedPlan } from "../plans/kept-plans.ts";
import type { FoundPlan } from "../plans/newest-plan.ts";
import { allMovedSince } from "../plans/verify-plan.ts";
import { refuseOtherCloud } from "../stacks/known-clouds.ts";
import { advanceRun, type HeldRun, type Standing, standingOf } from "./advance-run.ts";
import { endedSteps } from "./journal-events.ts";
import { type JournalledRun, journalledRun, summaryOfJournal } from "./journalled-run.ts";
import { recoverHeld } from "./recover-stack.ts";
import { ReportedSteps } from "./reported-steps.ts";
import { Tally } from "./run-tally.ts";
import { whyOver } from "./runs-of-stack.ts";
import { whatIsStale } from "./stale-plan.ts";
import { reportedEvents } from "./step-events.ts";

/** A run that is to begin, or to go on. */
export interface AdvanceRequest {
  readonly stack: string;
  /** Digest of the plan that it begins with. Where it has begun, its journal names the plan. */
  readonly plan: string;
  readonly run: string;
  /** Steps in flight at once. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, in milliseconds. Left out: as long as is usual. */
  readonly retryForMs?: number | undefined;
  /** It may leave the stack with nothing to manage. */
  readonly allowEmpty?: boolean;
  /** Where nothing can be done for longer than this, in milliseconds, the run is put off and the stack given back. */
  readonly patienceMs: number;
  /** When it was first taken up, ISO 8601. Left out: now. */
  readonly since?: string;
  /** What its events have told; of what is missing in it they are told. Left out: of nothing that went before. */
  readonly going?: ReportedSteps;
  /** The end counts what is done from now on. Left out: all that the run has done. */
  readonly countsRestAlone?: boolean;
  /** Hears what happens, as it happens; neither the end nor why it did not go on. Left out: nothing does. */
  readonly emit?: (event: RunEvent) => void;
  /** Asked before the stack is taken: a Rejection keeps the run from going on. Left out: it may. */
  readonly mayGoOn?: (hasBegun: boolean) => Promise<void>;
  /** Aborted: calls in flight are finished, none is begun, and the run ends as cancelled. */
  readonly cancelled?: AbortSignal;
  /** Aborted: calls in flight are finished, none is begun, and the run is put off until now. */
  readonly leaving?: AbortSignal;
}

/** What became of a run. */
export type Advanced =
  /** It is over, now or long since. What was refused changed nothing. */
  | { readonly kind: "ended"; readonly summary: RunSummary }
  /** A later round of it would do more than was approved: it is over unless a new plan is approved. */
  | { readonly kind: "needs-approval"; readonly summary: RunSummary }
  /** Nothing can be done before that moment, in milliseconds since the epoch. */
  | { readonly kind: "put-off"; readonly until: number }
  /** Another holds the stack, perhaps with the same run. The problem says who. */
  | { readonly kind: "held"; readonly problems: readonly Problem[] };

/**
 * A plan this young has just read the platforms; an older one reads it again before anything is written, and tells all
 * that has moved at once. Each write is bound to what the plan saw of its own object all the same, however young the
 * plan.
 */
const freshMs = 5_000;

/** One advance of the plan stands by so long for a platform, before the run's standing is read anew. */
const usualPatienceMs = 10_000;

/**
 * Takes a run as far as it goes: begins it, or goes on with it where it broke off or was put off, under a new epoch of
 * its stack, and says what became of it. Whether it has begun or ended is decided while the stack is held, and each
 * write is fenced by the epoch. So it may be called late, again, or by two processes at once: what was done is not done
 * again, and after a crash anywhere the next call goes on (decision 0129).
 *
 * Throws a Rejection `missing` where there is no such plan, what `mayGoOn` throws, and the Faults of the store.
 */
export async function advanceOnce(deployment: Deployment, request: AdvanceRequest): Promise<Advanced> {
  const { stack, run, plan, since, mayGoOn } = request;
  const begun = since === undefined ? deployment.clock.now() : Date.parse(since);
  const end = () => ({ at: timeOf(deployment), durationMs: elapsedSince(begun, deployment.clock) });
  const given: Given = { request, deployment, begun, tally: new Tally(run, end), emit: request.emit ?? (() => {}) };
  const seen = await deployment.store.progress(stack);
  const before = await journalledRun(stack, run, deployment);
  await mayGoOn?.(before.isStarted);
  if (isOver(before, request)) return endOfJournal(given, before.ended);
  const found = before.isStarted ? null : await storedPlan(stack, plan, deployment);
  const errors = found?.plan.problems.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length > 0) return refused(given, errors);
  try {
    return await holdStack(stack, deployment, async (held) => {
      const now = isAsSeen(held, seen) ? before : await journalledRun(stack, run, deployment);
      if (isOver(now, request)) return endOfJournal(given, now.ended);
      return now.isStarted || found === null ? goOn(given, held) : begin(given, held, found);
    });
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
    const { problems } = cause;
    return problems.some(({ code }) => code === "stack-busy") ? { kind: "held", problems } : refused(given, problems);
  }
}

/** Whether nothing was written to the stack since: what its journal said by then, it says still. */
function isAsSeen({ state }: HeldStack, { lineage, serial }: StackChange): boolean {
  return state.lineage === lineage && state.serial === serial;
}

interface Given {
  readonly request: AdvanceRequest;
  readonly deployment: Deployment;
  /** When the run was first taken up, in milliseconds since the epoch. */
  readonly begun: number;
  readonly tally: Tally;
  readonly emit: (event: RunEvent) => void;
}

async function begin(given: Given, held: HeldStack, found: FoundPlan): Promise<Advanced> {
  const { request, deployment, begun, emit } = given;
  const { stack, run, allowEmpty = false } = request;
  const { plan, checked, createdAt } = found;
  const { state } = held;
  if (!allowEmpty && removesAll(plan, state)) return refused(given, [emptied(plan.stack)]);
  await refuseOtherCloud(stack, state, deployment, plan);
  const stale = await whatIsStale(found, request.plan, state, deployment);
  const isFresh = isRecent(Date.parse(createdAt), begun, freshMs);
  const moved =
    stale.length > 0 || isFresh ? stale : await allMovedSince(plan, state, deployment, stopOf(held, request));
  if (moved.length > 0) return refused(given, moved);
  const steps = plan.steps.length;
  emit({ event: "started", at: timeOf(deployment), run, stack, plan: plan.digest, steps, inFlight: [] });
  const nothingDone = { progress: noProgress, waits: new Map(), history: new StepHistory() };
  return drive(given, held, { plan, checked, state, ...nothingDone });
}

/** Goes on where the run broke off or was put off, with the plan that was approved. */
async function goOn(given: Given, held: HeldStack): Promise<Advanced> {
  const { request, deployment, tally, emit } = given;
  const { stack, run, going, countsRestAlone = false } = request;
  const refusal =
    restoredSince(run, held.state) ?? whyOver(run, await deployment.store.readJournal(stack), stack, true);
  if (refusal !== null) return refused(given, [refusal]);
  const { indeterminate, inFlight } = await recoverHeld(held, deployment, stopOf(held, request));
  const foreign = indeterminate.filter(({ why }) => why === "not-provably-ours");
  if (foreign.length > 0)
    return refused(
      given,
      foreign.map(({ intent }) => notProvablyOurs(intent.address, intent.type, intent.identity.id)),
    );
  const { underWay } = going ?? new ReportedSteps();
  const resumed = { waits: new Map(), history: new StepHistory(underWay) };
  const standing = await standingOf({ run, held }, resumed, deployment);
  const { plan, progress } = standing;
  await refuseOtherCloud(stack, standing.state, deployment, plan);
  const steps = plan.steps.length - progress.results.size;
  emit({ event: "started", at: timeOf(deployment), run, stack, plan: plan.digest, steps, inFlight });
  if (!countsRestAlone) {
    for (const ended of await endedSteps(stack, run, deployment, going?.begunAt))
      tally.note(ended, going === undefined || going.hasEnd(ended.step) ? () => {} : emit);
  }
  return drive(given, held, standing);
}

/** Advances a run until it ends, needs somebody, or would wait too long, standing by in between. */
async function drive({ request, deployment, tally, emit }: Given, held: HeldStack, first: Standing): Promise<Advanced> {
  const { run, parallel, retryForMs, patienceMs } = request;
  const { lost } = held;
  const leaving = request.leaving === undefined ? lost : AbortSignal.any([request.leaving, lost]);
  const signal = stopOf(held, request);
  const inHand: HeldRun = {
    ...{ run, held, parallel, retryForMs, signal, leaving },
    patienceMs: Math.min(patienceMs, usualPatienceMs),
    emit: (event) => tally.note(event, emit),
  };
  for (let standing = first; ; ) {
    const advance = await advanceRun(inHand, standing, deployment);
    if (advance.kind !== "wakeAt") {
      const { outputs, problems, unchanged, inFlight } = advance;
      const status = advance.kind === "done" ? advance.status : "stopped";
      const summary = tally.summary(status, outputs, problems, unchanged, inFlight);
      return { kind: advance.kind === "done" ? "ended" : "needs-approval", summary };
    }
    const isLong = advance.at - deployment.clock.now() > patienceMs;
    if (isLong && !signal.aborted && !leaving.aborted) return { kind: "put-off", until: advance.at };
    await sleepUntil(advance.at, deployment.clock, AbortSignal.any([signal, leaving]));
    if (lost.aborted)
      throw new Fault("store-busy", `the stack could not be held any longer; run ${run} can be resumed`);
    if (leaving.aborted) return { kind: "put-off", until: deployment.clock.now() };
    standing = await standingOf(inHand, advance, deployment);
  }
}

/** What the journal says that the run has come to, told to whoever has not heard it. */
async function endOfJournal({ request, deployment, begun, emit }: Given, ended: RunEnded): Promise<Advanced> {
  const { stack, run, going } = request;
  if (going !== undefined) {
    const ends = await endedSteps(stack, run, deployment, going.begunAt);
    for (const told of ends.filter(({ step }) => !going.hasEnd(step)).flatMap(reportedEvents)) emit(told);
  }
  return { kind: "ended", summary: await summaryOfJournal({ stack, run, begun }, ended, deployment) };
}

/** Of one that has ended well the journal does not tell whether a later round was to follow. */
function isOver(
  journalled: JournalledRun,
  { cancelled }: AdvanceRequest,
): journalled is JournalledRun & { readonly ended: RunEnded } {
  const { ended } = journalled;
  return ended !== null && (ended.status !== "done" || cancelled?.aborted === true);
}

function refused({ tally }: Given, problems: readonly Problem[]): Advanced {
  return { kind: "ended", summary: tally.summary("refused", {}, problems) };
}

/** What ends work on a stack that is held for a run. */
function stopOf(held: HeldStack, { cancelled = new AbortController().signal }: AdvanceRequest): AbortSignal {
  return held.stoppedBy(cancelled);
}

/** What it did after the backup is not known here, and its plan was made for what was there then. */
function restoredSince(run: string, { restored }: StackState): Problem | null {
  if (restored?.latestRun !== run) return null;
  const detail = `run ${run} was begun before the backup that was restored on ${restored.at}; plan again`;
  return problem("run-over", detail);
}

function emptied(stack: string): Problem {
  const detail = `the plan deletes everything that stack \`${stack}\` manages; \`--allow-empty\` says that it is meant`;
  return problem("deletes-all", detail);
}

function timeOf({ clock }: Deployment): string {
  return new Date(clock.now()).toISOString();
}
