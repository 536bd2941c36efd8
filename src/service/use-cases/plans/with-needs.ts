import type { Step } from "../../../engine/plan/plan.ts";
import type { Deployment } from "../deployment.ts";
import type { ReportedStep, RunStep } from "../runs/run-view.ts";
import { findPlan } from "./kept-plans.ts";

/**
 * Steps of a run as they are told, with the steps that went before each and what became of old objects, by the plans of
 * its rounds that are still kept.
 */
export async function withNeeds(
  stack: string,
  rounds: readonly string[],
  steps: readonly RunStep[],
  deployment: Deployment,
): Promise<readonly ReportedStep[]> {
  const planned = new Map<string, Step>();
  for (const digest of rounds) {
    const found = await findPlan(stack, digest, deployment);
    for (const step of found?.plan.steps ?? []) planned.set(step.id, step);
  }
  return steps.map(({ step, ...row }) => {
    if (step === undefined) return { needs: [], ...row };
    const plan = planned.get(step);
    return { step, needs: plan?.needs ?? [], ...row, ...(plan === undefined ? {} : oldObject(plan, row)) };
  });
}

/** What a row tells of an object that its resource had before. */
function oldObject(step: Step, { outcome }: Pick<RunStep, "outcome">): Pick<ReportedStep, "superseded" | "removed"> {
  if (step.kind === "removal") return step.superseded ? { superseded: true } : {};
  const isGone = step.kind === "write" && step.removes !== undefined && outcome === "done";
  return isGone ? { removed: step.removes.id } : {};
}
