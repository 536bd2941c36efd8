import type { Json, JsonObject } from "../base/json.ts";
import { hasErrors, type Problem, problem } from "../base/problem.ts";
import type { RunEvent, RunSummary } from "../doors/api/documents.ts";
import { applyPlan } from "../engine/apply/apply-plan.ts";
import type { ApplyEvent } from "../engine/apply/run-context.ts";
import { expressionLanguage } from "../engine/expressions/expression-language.ts";
import { type Plan, planDigest } from "../engine/plan/plan.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { type Deployment, definitionsDigest } from "./deployment.ts";
import { EventQueue } from "./event-queue.ts";
import { type HeldStack, holdStack } from "./hold-stack.ts";
import { storedPlan } from "./make-plans.ts";
import { summaryOf } from "./plan-view.ts";
import { Rejection } from "./rejection.ts";
import { beyondApproval, nextRound, type Round } from "./rounds.ts";
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

/**
 * Carries out a kept plan and tells what happens as it happens; the last event is the summary. Refuses, before any call,
 * a plan with errors and a plan whose stack has moved on.
 */
export function runPlan(request: RunRequest, deployment: Deployment, signal: AbortSignal): AsyncIterable<RunEvent> {
  const queue = new EventQueue<RunEvent>();
  carryOut(request, deployment, signal, (event) => queue.push(event)).then(
    () => queue.end(),
    (cause: unknown) => queue.fail(cause),
  );
  return queue;
}

async function carryOut(
  request: RunRequest,
  deployment: Deployment,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<void> {
  const { clock, ids } = deployment;
  const begun = clock.now();
  const run = ids.unique();
  const { plan, checked, createdAt } = await storedPlan(request.stack, request.plan, deployment);
  const tally = new Tally(run, () => clock.now() - begun);
  const errors = plan.problems.filter((each) => each.severity === "error");
  if (hasErrors(errors)) return emit(tally.summary("refused", {}, errors));
  const work = async ({ epoch, state, append }: HeldStack): Promise<RunSummary> => {
    const stale = whatIsStale(plan, request.plan, state, deployment);
    const isFresh = begun - Date.parse(createdAt) < freshMs;
    const moved = stale.length > 0 || isFresh ? stale : await movedSince(plan, state, deployment);
    if (moved.length > 0) return tally.summary("refused", {}, moved);
    emit({ event: "started", run, stack: request.stack, plan: plan.digest, steps: plan.steps.length });
    let round: Round = { plan, state };
    for (;;) {
      const result = await applyPlan({
        plan: round.plan,
        run,
        epoch,
        state: round.state,
        catalog: deployment.catalog,
        language: await expressionLanguage(round.plan as unknown as Json),
        driverOf: deployment.driverOf,
        secrets: deployment.secrets,
        append,
        clock,
        ids,
        parallel: request.parallel,
        signal,
        emit: (event) => emit(tally.note(event)),
      });
      const next = result.status === "done" ? await nextRound(round.plan, checked, deployment) : null;
      if (next === null)
        return tally.summary(result.status, result.outputs, result.problems, round.plan.unchanged.length);
      const excess = beyondApproval(round.plan, next.plan);
      if (excess.length > 0) return tally.summary("stopped", result.outputs, excess, round.plan.unchanged.length);
      round = next;
    }
  };
  try {
    emit(await holdStack(request.stack, deployment, work));
  } catch (cause) {
    if (!(cause instanceof Rejection)) throw cause;
    emit(tally.summary("refused", {}, cause.problems));
  }
}

/** What a plan is bound to and is no longer so. */
function whatIsStale(plan: Plan, digest: string, state: StackState, deployment: Deployment): readonly Problem[] {
  const { bindings } = plan;
  const stale: string[] = [];
  if (planDigest(plan) !== digest) stale.push("the plan's content does not match its digest");
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
  #skipped = 0;

  constructor(run: string, elapsed: () => number) {
    this.#run = run;
    this.#elapsed = elapsed;
  }

  note(event: ApplyEvent): RunEvent {
    const { step } = event;
    const common = { event: "step" as const, name: step.address, type: step.type, action: step.action };
    switch (event.kind) {
      case "started":
        return { ...common, phase: "started" };
      case "waiting":
        return { ...common, phase: "waiting", detail: event.detail };
      case "done":
        this.#done.push({ action: step.action, superseded: step.kind === "removal" && step.superseded });
        return {
          ...common,
          phase: "done",
          ...(event.id === null ? {} : { id: event.id }),
          durationMs: event.durationMs,
        };
      case "failed":
        this.#failed += 1;
        return { ...common, phase: "failed", problem: event.problem };
      case "skipped":
        this.#skipped += 1;
        return { ...common, phase: "skipped", problem: event.problem };
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
      skipped: this.#skipped,
      durationMs: this.#elapsed(),
      outputs,
      problems,
    };
  }
}

type RunSummaryAction = Parameters<typeof summaryOf>[0][number]["action"];
