import { elapsedSince, isRecent, sleepUntil } from "../../../../packages/base/clock.ts";
import { Fault } from "../../../../packages/base/fault.ts";
import { hasErrors, type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../../packages/base/turns.ts";
import type { RunEvent, RunSummary } from "../../../contract/documents/runs.ts";
import { noProgress } from "../../../engine/apply/progress.ts";
import { StepHistory } from "../../../engine/apply/step-history.ts";
import { planDigestInParts } from "../../../engine/plan/document/plan-document.ts";
import { removesAll } from "../../../engine/plan/removals/removed-objects.ts";
import { notProvablyOurs } from "../../../engine/state/records/unowned.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../../deployment.ts";
import { Rejection } from "../../rejection.ts";
import { storedPlan } from "../plans/kept-plans.ts";
import type { FoundPlan } from "../plans/newest-plan.ts";
import { otherDefinitions } from "../plans/other-definitions.ts";
import { allMovedSince } from "../plans/verify-plan.ts";
import { type HeldStack, holdStack } from "../stacks/hold-stack.ts";
import { refuseOtherCloud } from "../stacks/known-clouds.ts";
import { otherOutputs } from "../stacks/read-stacks.ts";
import { JournalLists } from "../state/journal-lists.ts";
import { advanceRun, type HeldRun, type Standing, standingOf } from "./advance-run.ts";
import { EventQueue } from "./event-queue.ts";
import { endedSteps } from "./journal-events.ts";
import { recoverHeld } from "./recover-stack.ts";
import { Tally } from "./run-tally.ts";
import { whyOver } from "./runs-of-stack.ts";
import { ToldSoFar } from "./told-so-far.ts";

export interface RunRequest {
  readonly stack: string;
  readonly plan: string;
  /** Steps in flight at once. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, in milliseconds. Left out: as long as is usual. */
  readonly retryForMs?: number | undefined;
  /** It may leave the stack with nothing to manage. */
  readonly allowEmpty?: boolean;
  /** The run's id; drawn when it is left out. */
  readonly run?: string;
  /** When it was first taken up. Left out: now. */
  readonly since?: string;
}

/**
 * A plan this young has just read the platforms; an older one reads it again before anything is written, and tells all
 * that has moved at once. Each write is bound to what the plan saw of its own object all the same, however young the
 * plan.
 */
const freshMs = 5_000;

/** An advance stands by so long for a platform; a longer wait gives the run back until then. */
const patienceMs = 10_000;

/**
 * Carries out a kept plan and tells what happens as it happens; the last event is the summary. Refuses, before any
 * call, a plan with errors and a plan whose stack has moved on. When `leaving` aborts, calls in flight are finished,
 * and the events end without a summary: the run is to be taken up by another.
 */
export function runPlan(
  request: RunRequest,
  deployment: Deployment,
  signal: AbortSignal,
  leaving?: AbortSignal,
): AsyncIterable<RunEvent> {
  const { run = deployment.ids.unique() } = request;
  return told({ ...request, run }, deployment, async (tally, emit) => {
    const begun = deployment.clock.now();
    const found = await storedPlan(request.stack, request.plan, deployment);
    const { plan, checked, createdAt } = found;
    const errors = plan.problems.filter((each) => each.severity === "error");
    if (hasErrors(errors)) return { refused: errors };
    return async (held) => {
      const { state } = held;
      if (request.allowEmpty !== true && removesAll(plan, state))
        return tally.summary("refused", {}, [emptied(plan.stack)]);
      await refuseOtherCloud(request.stack, state, deployment, plan);
      const stale = await whatIsStale(found, request.plan, state, deployment);
      const isFresh = isRecent(Date.parse(createdAt), begun, freshMs);
      const moved =
        stale.length > 0 || isFresh ? stale : await allMovedSince(plan, state, deployment, held.stoppedBy(signal));
      if (moved.length > 0) return tally.summary("refused", {}, moved);
      const at = timeOf(deployment);
      emit({ event: "started", at, run, stack: request.stack, plan: plan.digest, steps: plan.steps.length });
      const fresh = { progress: noProgress, waits: new Map(), history: new StepHistory() };
      const standing = { plan, checked, state, ...fresh };
      return drive({ held, run, ...paceOf(request), signal, leaving }, standing, tally, emit, deployment);
    };
  });
}

function paceOf({ parallel, retryForMs }: Pick<RunRequest, "parallel" | "retryForMs">) {
  return { parallel, retryForMs };
}

export interface ResumeRequest {
  readonly stack: string;
  readonly run: string;
  readonly parallel: number;
  readonly retryForMs?: number | undefined;
  /** Present: the run's own events go on, whoever carried it out before. Otherwise those of the rest alone are told. */
  readonly going?: ToldSoFar;
  /** When it was first taken up, where its own events go on. Left out: now. */
  readonly since?: string;
}

/**
 * Takes a run that broke off up again where it stopped, with the plan that was approved. Refuses one that has ended,
 * and one after which others have written to the stack.
 */
export function resumeRun(
  request: ResumeRequest,
  deployment: Deployment,
  signal: AbortSignal,
  leaving?: AbortSignal,
): AsyncIterable<RunEvent> {
  const { run, stack, going } = request;
  return told(request, deployment, async (tally, emit) => async (held) => {
    const refusal =
      restoredSince(run, held.state) ??
      whyOver(run, await deployment.store.readJournal(stack), stack, going !== undefined);
    if (refusal !== null) return tally.summary("refused", {}, [refusal]);
    const { indeterminate } = await recoverHeld(held, deployment, held.stoppedBy(signal));
    const foreign = indeterminate.filter(({ why }) => why === "not-provably-ours");
    if (foreign.length > 0)
      return tally.summary(
        "refused",
        {},
        foreign.map(({ intent }) => notProvablyOurs(intent.address, intent.type, intent.identity.id)),
      );
    const { underWay } = going ?? new ToldSoFar();
    const resumed = { waits: new Map(), history: new StepHistory(underWay) };
    const standing = await standingOf({ run, held }, resumed, deployment);
    const { plan, progress } = standing;
    await refuseOtherCloud(stack, standing.state, deployment, plan);
    const steps = plan.steps.length - progress.results.size;
    emit({ event: "started", at: timeOf(deployment), run, stack, plan: plan.digest, steps });
    if (going !== undefined) {
      for (const ended of await endedSteps(stack, run, deployment, going.begunAt))
        tally.note(ended, going.hasEnd(ended.step) ? () => {} : emit);
    }
    return drive({ held, run, ...paceOf(request), signal, leaving }, standing, tally, emit, deployment);
  });
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

type Emit = (event: RunEvent) => void;
/** Null: the run is left to whoever carries it on. */
type Work = (held: HeldStack) => Promise<RunSummary | null>;

/** The events of a run, the summary last; what is refused before the stack is held is told by the summary too. */
function told(
  { run, stack, since }: { readonly run: string; readonly stack: string; readonly since?: string },
  deployment: Deployment,
  prepare: (tally: Tally, emit: Emit) => Promise<Work | { readonly refused: readonly Problem[] }>,
): AsyncIterable<RunEvent> {
  const queue = new EventQueue<RunEvent>();
  const emit: Emit = (event) => queue.push(event);
  const begun = since === undefined ? deployment.clock.now() : Date.parse(since);
  const end = () => ({ at: timeOf(deployment), durationMs: elapsedSince(begun, deployment.clock) });
  const tally = new Tally(run, end);
  const carryOut = async () => {
    const work = await prepare(tally, emit);
    if (typeof work !== "function") return emit(tally.summary("refused", {}, work.refused));
    try {
      const summary = await holdStack(stack, deployment, work);
      if (summary !== null) emit(summary);
    } catch (cause) {
      if (!(cause instanceof Rejection)) throw cause;
      emit(tally.summary("refused", {}, cause.problems));
    }
  };
  carryOut().then(
    () => queue.end(),
    (cause: unknown) => queue.fail(cause),
  );
  return queue;
}

/** Advances a run until it ends or needs somebody, standing by in between. */
async function drive(
  given: Pick<HeldRun, "held" | "run" | "parallel" | "retryForMs" | "signal"> & {
    readonly leaving: AbortSignal | undefined;
  },
  first: Standing,
  tally: Tally,
  emit: Emit,
  deployment: Deployment,
): Promise<RunSummary | null> {
  const { lost } = given.held;
  const leaving = given.leaving === undefined ? lost : AbortSignal.any([given.leaving, lost]);
  const signal = given.held.stoppedBy(given.signal);
  const run: HeldRun = { ...given, signal, leaving, patienceMs, emit: (event) => tally.note(event, emit) };
  for (let standing = first; ; ) {
    const advance = await advanceRun(run, standing, deployment);
    if (advance.kind === "done")
      return tally.summary(advance.status, advance.outputs, advance.problems, advance.unchanged, advance.inFlight);
    if (advance.kind === "waitFor")
      return tally.summary("stopped", advance.outputs, advance.problems, advance.unchanged, advance.inFlight);
    await sleepUntil(advance.at, deployment.clock, AbortSignal.any([signal, leaving]));
    if (lost.aborted) {
      throw new Fault("store-busy", `the stack could not be held any longer; run ${given.run} can be resumed`);
    }
    if (leaving.aborted) return null;
    standing = await standingOf(run, advance, deployment);
  }
}

/** That a run has taken up the plan before, and what became of it; null where none has that is still known. */
async function ownRun(
  { stack, digest }: FoundPlan["plan"],
  { store, journalLists = new JournalLists() }: Deployment,
): Promise<string | null> {
  const { runs } = await journalLists.of(stack, store);
  const own = runs.findLast((each) => each.plan === digest);
  if (own === undefined) return null;
  const { run, status } = own;
  return status === "done"
    ? `run ${run} has applied this plan already`
    : `run ${run} has begun to apply this plan already, and ${status === "failed" ? "failed" : `was ${status}`}`;
}

/** What a plan is bound to and is no longer so. */
async function whatIsStale(
  { plan, madeFor, isOwn }: FoundPlan,
  digest: string,
  state: StackState,
  deployment: Deployment,
): Promise<readonly Problem[]> {
  const { bindings } = plan;
  const stale: string[] = [];
  if (!isOwn && (await inTurns(planDigestInParts({ ...plan, stack: madeFor }), deployment.turns)) !== digest)
    stale.push("the plan's content does not match its digest");
  // A stack that nobody had written to when the plan was made had no lineage yet.
  const isKin = bindings.lineage === "" || bindings.lineage === state.lineage;
  if (!isKin) stale.push("the stack was made anew since the plan");
  else if (bindings.serial !== state.serial) {
    const since = `the state went from serial ${bindings.serial} to ${state.serial} since the plan`;
    stale.push((await ownRun(plan, deployment)) ?? `${since}: a run or an edit of the state came between`);
  }
  if (bindings.duringRun === true) stale.push("another run was at work when the plan was made, with calls in flight");
  stale.push(...otherDefinitions(bindings, deployment.catalog), ...(await otherOutputs(bindings, deployment)));
  return stale.map((detail) => problem("stale-plan", `${detail}; plan again`));
}
