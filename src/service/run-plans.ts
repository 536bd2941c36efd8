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
import { storedPlan } from "./make-plans.ts";
import { summaryOf } from "./plan-view.ts";

export interface RunRequest {
  readonly stack: string;
  readonly plan: string;
  /** Steps in flight at once. */
  readonly parallel: number;
}

/** How long a run may be silent before another may take its stack over. */
const leaseMs = 30_000;

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
  const { store, clock, ids } = deployment;
  const begun = clock.now();
  const run = ids.unique();
  const plan = await storedPlan(request.stack, request.plan, deployment);
  const tally = new Tally(run, () => clock.now() - begun);
  const errors = plan.problems.filter((each) => each.severity === "error");
  if (hasErrors(errors)) return emit(tally.summary("refused", {}, errors));
  const lease = await store.acquire(
    request.stack,
    { ...deployment.holder, since: new Date(begun).toISOString() },
    begun,
    leaseMs,
    deployment.isDead,
  );
  if (lease.kind === "busy") {
    const { pid, host, since } = lease.holder;
    return emit(
      tally.summary("refused", {}, [
        problem("stack-busy", `process ${pid} on ${host} holds stack \`${request.stack}\` since ${since}`),
      ]),
    );
  }
  const { epoch } = lease;
  const heart = new AbortController();
  const beating = keepLease(request.stack, epoch, deployment, heart.signal);
  try {
    const state = await store.readStack(request.stack);
    const moved = whatMoved(plan, request.plan, state, deployment);
    if (moved.length > 0) return emit(tally.summary("refused", {}, moved));
    emit({ event: "started", run, stack: request.stack, plan: plan.digest, steps: plan.steps.length });
    const result = await applyPlan({
      plan,
      run,
      epoch,
      state,
      catalog: deployment.catalog,
      language: await expressionLanguage(plan as unknown as Json),
      driverOf: deployment.driverOf,
      append: (entries) => store.append(request.stack, epoch, entries),
      clock,
      ids,
      parallel: request.parallel,
      signal,
      emit: (event) => emit(tally.note(event)),
    });
    emit(tally.summary(result.status, result.outputs, result.problems, plan.unchanged.length));
  } finally {
    heart.abort();
    await beating;
    await store.release(request.stack, epoch);
  }
}

/** What a plan is bound to and is no longer so. */
function whatMoved(plan: Plan, digest: string, state: StackState, deployment: Deployment): readonly Problem[] {
  const { bindings } = plan;
  const stale: string[] = [];
  if (planDigest(plan) !== digest) stale.push("the plan's content does not match its digest");
  const isFirst = bindings.serial === 0 && state.serial === 0;
  if (!isFirst && bindings.lineage !== state.lineage) stale.push("the stack was made anew since the plan");
  else if (bindings.serial !== state.serial) {
    stale.push(
      `the state went from serial ${bindings.serial} to ${state.serial} since the plan: another run came between`,
    );
  }
  if (bindings.definitions !== definitionsDigest(deployment.catalog))
    stale.push("the plan was made under other definitions");
  return stale.map((detail) => problem("stale-plan", `${detail}; plan again`));
}

/** Prolongs the lease while the run lives. A lost lease shows itself at the next write, which is fenced. */
async function keepLease(
  stack: string,
  epoch: number,
  { store, clock }: Deployment,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await clock.sleep(leaseMs / 3, signal);
    } catch {
      return;
    }
    await store.renew(stack, epoch, clock.now() + leaseMs);
  }
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
