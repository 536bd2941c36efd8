import { invariant } from "../../../../packages/base/invariant.ts";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { InFlightCall } from "../../../contract/documents/in-flight-calls.ts";
import { advancePlan } from "../../../engine/apply/advance-plan.ts";
import type { ApplyEvent } from "../../../engine/apply/apply-events.ts";
import { noProgress, type Progress, progressOf } from "../../../engine/apply/progress.ts";
import type { Waits } from "../../../engine/apply/run-context.ts";
import { StepHistory } from "../../../engine/apply/step-history.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { expressionLanguage } from "../../../engine/expressions/expression-language.ts";
import type { Plan } from "../../../engine/plan/plan.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";
import type { HeldStack } from "../lease/hold-stack.ts";
import { storedPlan } from "../plans/kept-plans.ts";
import { claimForAll, withVisibleClaim } from "../secrets/visible-claims.ts";
import { atStack } from "../stacks/at-stack.ts";
import { deniedNow } from "./denied-step.ts";
import { inFlightCalls } from "./in-flight.ts";
import { beyondApproval, nextRound } from "./rounds.ts";
import { endAsCancelled } from "./runs-of-stack.ts";

/** A run in one's own hands. */
export interface HeldRun {
  readonly run: string;
  readonly held: HeldStack;
  /** Steps in flight at once. */
  readonly parallel: number;
  /** How long a platform may put off the calls of one step, in milliseconds. Left out: as long as is usual. */
  readonly retryForMs?: number | undefined;
  /** How long one advance may stand by for the platform, in milliseconds. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  /** Aborted: the run is left to whoever carries it on. */
  readonly leaving: AbortSignal;
  readonly emit: (event: ApplyEvent) => void;
}

/** Where a run stands: the plan of its present round, and what has come of it. */
export interface Standing {
  readonly plan: Plan;
  readonly checked: CheckedDeclaration | null;
  readonly state: StackState;
  readonly progress: Progress;
  readonly waits: Waits;
  /** Of the steps of the present round. */
  readonly history: StepHistory;
}

export type RunAdvance =
  | {
      readonly kind: "done";
      readonly status: "done" | "failed" | "cancelled";
      readonly outputs: JsonObject;
      readonly problems: readonly Problem[];
      readonly unchanged: number;
      readonly inFlight: readonly InFlightCall[];
    }
  /** Nothing can be done before the first of the moments. */
  | {
      readonly kind: "wakeAt";
      readonly at: number;
      readonly waits: Waits;
      readonly history: StepHistory;
    }
  /** A later round turned out to do more than was approved. */
  | {
      readonly kind: "needsApproval";
      readonly outputs: JsonObject;
      readonly problems: readonly Problem[];
      readonly unchanged: number;
      readonly inFlight: readonly InFlightCall[];
    };

/** Where the journal says that a run stands. A run that has not started, or has ended, stands nowhere. */
export async function standingOf(
  { run, held }: Pick<HeldRun, "run" | "held">,
  { waits, history }: Pick<Standing, "waits" | "history">,
  deployment: Deployment,
): Promise<Standing> {
  const { store } = deployment;
  const progress = progressOf(await store.readRun(held.stack, run));
  invariant(progress.plan !== null, `run ${run} has not started`);
  const { plan, checked } = await storedPlan(held.stack, progress.plan, deployment);
  return { plan, checked, progress, waits, history, state: await store.readStack(held.stack) };
}

/**
 * Takes a run as far as it goes now. All that it has to know is in the store, so anything may drive it, under the epoch
 * that fences whoever drove it before; what has been done is not done again.
 */
export async function advanceRun(given: HeldRun, standing: Standing, deployment: Deployment): Promise<RunAdvance> {
  const { catalog, clock, ids, authority } = deployment;
  const { drivers, secrets } = atStack(given.held.stack, deployment, standing.state.lineage);
  const { run, held, parallel, retryForMs, patienceMs, signal, leaving, emit } = given;
  for (let now = standing; ; ) {
    const { plan } = now;
    const advance = await advancePlan({
      plan,
      run,
      epoch: held.epoch,
      state: now.state,
      progress: now.progress,
      waits: now.waits,
      history: now.history,
      catalog,
      language: await expressionLanguage(openValues(plan)),
      driverOf: drivers,
      secrets,
      append: async (entries) => withVisibleClaim(await held.append(entries), held.stack, authority, claimForAll),
      clock,
      ids,
      parallel,
      retryForMs,
      patienceMs,
      signal,
      leaving,
      turns: deployment.turns,
      mayStep: (step) => deniedNow(step, held.stack, { authority, catalog }),
      emit,
    });
    if (advance.kind === "waiting") {
      const { waits } = advance;
      return { kind: "wakeAt", at: Math.min(...waits.values()), waits, history: now.history };
    }
    const { status, outputs, problems } = advance.result;
    const unchanged = plan.unchanged.length;
    const inFlight = inFlightCalls(advance.result.inFlight);
    const next = status === "done" ? await nextRound(plan, now.checked, deployment, signal) : null;
    if (next === null) return { kind: "done", status, outputs, problems, unchanged, inFlight };
    // A stack that was lost meanwhile is for whoever drives the run to see.
    if (next === "cancelled" && leaving.aborted) {
      return { kind: "wakeAt", at: clock.now(), waits: new Map(), history: now.history };
    }
    if (next === "cancelled") {
      await endAsCancelled(run, held, new Date(clock.now()).toISOString());
      const unplanned = plan.deferred.map(({ address }) =>
        problem("not-reached", "the run was cancelled", { address }),
      );
      return { kind: "done", status: "cancelled", outputs, problems: unplanned, unchanged, inFlight };
    }
    const excess = beyondApproval(plan, next.plan);
    if (excess.length > 0) return { kind: "needsApproval", outputs, problems: excess, unchanged, inFlight };
    const progress = { ...noProgress, lastSeq: advance.lastSeq };
    const fresh = { progress, waits: new Map(), history: new StepHistory() };
    now = { plan: next.plan, state: next.state, checked: now.checked, ...fresh };
  }
}

/** All of a plan in which expressions are left for its run to evaluate. */
function openValues({ steps, outputs, derivedOutputs = {} }: Plan): readonly Json[] {
  const inSteps = steps.map(
    (step): Json => (step.kind === "write" ? step.desired : step.kind === "read" ? step.ask : null),
  );
  return [outputs, ...Object.values(derivedOutputs).map(({ value }) => value), ...inSteps];
}
