import type { Deployment } from "../../deployment.ts";
import type { RunStep, ToldStep } from "../runs/run-view.ts";
import { findPlan } from "./kept-plans.ts";

/**
 * Steps of a run as they are told, with the steps that went before each, by the plans of its rounds that are still
 * kept.
 */
export async function withNeeds(
  stack: string,
  rounds: readonly string[],
  steps: readonly RunStep[],
  deployment: Deployment,
): Promise<readonly ToldStep[]> {
  const needs = new Map<string, readonly string[]>();
  for (const digest of rounds) {
    const found = await findPlan(stack, digest, deployment);
    for (const step of found?.plan.steps ?? []) needs.set(step.id, step.needs);
  }
  return steps.map(({ step, ...row }) =>
    step === undefined ? { needs: [], ...row } : { step, needs: needs.get(step) ?? [], ...row },
  );
}
