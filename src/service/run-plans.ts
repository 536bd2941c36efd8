import { sleepUntil } from "../base/clock.ts";
import type { JsonObject } from "../base/json.ts";
import { hasErrors, type Problem, problem } from "../base/problem.ts";
import type { RunEvent, RunSummary } from "../doors/api/documents.ts";
import { noProgress } from "../engine/apply/progress.ts";
import type { ApplyEvent } from "../engine/apply/run-context.ts";
import { planDigest } from "../engine/plan/plan.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { notProvablyOurs } from "../engine/state/unproven.ts";
import { advanceRun, type HeldRun, type Standing, standingOf } from "./advance-run.ts";
import { type Deployment, definitionsDigest } from "./deployment.ts";
import { EventQueue } from "./event-queue.ts";
import { type HeldStack, holdStack } from "./hold-stack.ts";
import { type FoundPlan, storedPlan } from "./make-plans.ts";
import { summaryOf } from "./plan-view.ts";
import { recoverHeld } from "./recover-stack.ts";
import { Rejection } from "./rejection.ts";
import { whyOver } from "./runs.ts";
import { movedSince } from "./verify-plan.ts";

export interface RunRequest {
  readonly stack: string;
  readonly plan: string;
  /** Steps in flight at once. */
  readonly parallel: number;
}

/**
 * A plan this young has just read the world; an older one reads it again before anything is written. Conditional writes
 * guard what happens in between.
 */
const freshMs = 5_000;

/** An advance stands by so long for a platform; a longer wait gives the run back until then. */
const patienceMs = 10_000;

/**
 * Carries out a kept plan and tells what happens as it happens; the last event is the summary. Refuses, before any call,
 * a plan with errors and a plan whose stack has moved on.
 */
export function runPlan(request: RunRequest, deployment: Deployment, signal: AbortSignal): AsyncIterable<RunEvent> {
  const run = deployment.ids.unique();
  return told(run, request.stack, deployment, async (tally, emit) => {
    const begun = deployment.clock.now();
    const found = await storedPlan(request.stack, request.plan, deployment);
    const { plan, checked, createdAt } = found;
    const errors = plan.problems.filter((each) => each.severity === "error");
    if (hasErrors(errors)) return { refused: errors };
    return async (held) => {
      const { state } = held;
      const stale = whatIsStale(found, request.plan, state, deployment);
      const isFresh = begun - Date.parse(createdAt) < freshMs;
      const moved = stale.length > 0 || isFresh ? stale : await movedSince(plan, state, deployment);
      if (moved.length > 0) return tally.summary("refused", {}, moved);
      emit({ event: "started", run, stack: request.stack, plan: plan.digest, steps: plan.steps.length });
      const standing = { plan, checked, state, progress: noProgress, waits: new Map() };
      return drive({ held, run, parallel: request.parallel, signal }, standing, tally, emit, deployment);
    };
  });
}

export interface ResumeRequest {
  readonly stack: string;
  readonly run: string;
  readonly parallel: number;
}

/**
 * Takes a run that broke off up again where it stopped, with the plan that was approved. Refuses one that has ended, and
 * one after which others have written to the stack.
 */
export function resumeRun(
  request: ResumeRequest,
  deployment: Deployment,
  signal: AbortSignal,
): AsyncIterable<RunEvent> {
  const { run, stack } = request;
  return told(run, stack, deployment, async (tally, emit) => async (held) => {
    const refusal = whyOver(run, await deployment.store.readJournal(stack), stack);
    if (refusal !== null) return tally.summary("refused", {}, [refusal]);
    const { unsettled } = await recoverHeld(held, deployment);
    const foreign = unsettled.filter(({ why }) => why === "not-provably-ours");
    if (foreign.length > 0)
      return tally.summary(
        "refused",
        {},
        foreign.map(({ intent }) => notProvablyOurs(intent.address, intent.type, intent.identity.id)),
      );
    const standing = await standingOf({ run, held }, new Map(), deployment);
    const { plan, progress } = standing;
    emit({ event: "started", run, stack, plan: plan.digest, steps: plan.steps.length - progress.results.size });
    return drive({ held, run, parallel: request.parallel, signal }, standing, tally, emit, deployment);
  });
}

type Emit = (event: RunEvent) => void;
type Work = (held: HeldStack) => Promise<RunSummary>;

/** The events of a run, the summary last; what is refused before the stack is held is told by the summary too. */
function told(
  run: string,
  stack: string,
  deployment: Deployment,
  prepare: (tally: Tally, emit: Emit) => Promise<Work | { readonly refused: readonly Problem[] }>,
): AsyncIterable<RunEvent> {
  const queue = new EventQueue<RunEvent>();
  const emit: Emit = (event) => queue.push(event);
  const begun = deployment.clock.now();
  const tally = new Tally(run, () => deployment.clock.now() - begun);
  const carryOut = async () => {
    const work = await prepare(tally, emit);
    if (typeof work !== "function") return emit(tally.summary("refused", {}, work.refused));
    try {
      emit(await holdStack(stack, deployment, work));
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
  given: Pick<HeldRun, "held" | "run" | "parallel" | "signal">,
  first: Standing,
  tally: Tally,
  emit: Emit,
  deployment: Deployment,
): Promise<RunSummary> {
  const signal = given.held.stoppedBy(given.signal);
  const run: HeldRun = { ...given, signal, patienceMs, emit: (event) => tally.note(event, emit) };
  for (let standing = first; ; ) {
    const advance = await advanceRun(run, standing, deployment);
    if (advance.kind === "done")
      return tally.summary(advance.status, advance.outputs, advance.problems, advance.unchanged);
    if (advance.kind === "waitFor")
      return tally.summary("stopped", advance.outputs, advance.problems, advance.unchanged);
    await sleepUntil(advance.at, deployment.clock, signal);
    standing = await standingOf(run, advance.waits, deployment);
  }
}

/** What a plan is bound to and is no longer so. */
function whatIsStale(
  { plan, isOwn }: FoundPlan,
  digest: string,
  state: StackState,
  deployment: Deployment,
): readonly Problem[] {
  const { bindings } = plan;
  const stale: string[] = [];
  if (!isOwn && planDigest(plan) !== digest) stale.push("the plan's content does not match its digest");
  // A stack that nobody had written to when the plan was made had no lineage yet.
  const isKin = bindings.lineage === "" || bindings.lineage === state.lineage;
  if (!isKin) stale.push("the stack was made anew since the plan");
  else if (bindings.serial !== state.serial) {
    stale.push(
      `the state went from serial ${bindings.serial} to ${state.serial} since the plan: another run came between`,
    );
  }
  if (bindings.definitions !== definitionsDigest(deployment.catalog))
    stale.push("the plan was made under other definitions");
  return stale.map((detail) => problem("stale-plan", `${detail}; plan again`));
}

/** Counts what a run did, in the API's words. */
class Tally {
  readonly #run: string;
  readonly #elapsed: () => number;
  readonly #done: { action: RunSummaryAction; superseded: boolean }[] = [];
  #failed = 0;
  readonly #skipped = new Set<string>();

  constructor(run: string, elapsed: () => number) {
    this.#run = run;
    this.#elapsed = elapsed;
  }

  /** Counts a step's event and tells of it. What a failure left out is told once, however often the run advances. */
  note(event: ApplyEvent, emit: Emit): void {
    const { step } = event;
    const common = { event: "step" as const, name: step.address, type: step.type, action: step.action };
    switch (event.kind) {
      case "started":
        return emit({ ...common, phase: "started" });
      case "waiting":
        return emit({ ...common, phase: "waiting", detail: event.detail });
      case "done": {
        this.#done.push({ action: step.action, superseded: step.kind === "removal" && step.superseded });
        const id = event.id === null ? {} : { id: event.id };
        return emit({ ...common, phase: "done", ...id, durationMs: event.durationMs });
      }
      case "failed":
        this.#failed += 1;
        return emit({ ...common, phase: "failed", problem: event.problem });
      case "skipped":
        if (this.#skipped.has(step.id)) return;
        this.#skipped.add(step.id);
        return emit({ ...common, phase: "skipped", problem: event.problem });
    }
  }

  summary(status: RunSummary["status"], outputs: JsonObject, problems: readonly Problem[], same = 0): RunSummary {
    return {
      event: "summary",
      run: this.#run,
      status,
      ...summaryOf(this.#done),
      same,
      failed: this.#failed,
      skipped: this.#skipped.size,
      durationMs: this.#elapsed(),
      outputs,
      problems,
    };
  }
}

type RunSummaryAction = Parameters<typeof summaryOf>[0][number]["action"];
