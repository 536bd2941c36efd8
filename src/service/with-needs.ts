import type { RunStepRow } from "../contract/documents/runs.ts";
import type { Deployment } from "./deployment.ts";
import { findPlan } from "./make-plans.ts";

/** Rows of a run with the steps that went before each, by the plans of its rounds that are still kept. */
export async function withNeeds(
  stack: string,
  run: string,
  rows: readonly RunStepRow[],
  deployment: Deployment,
): Promise<readonly RunStepRow[]> {
  const needs = new Map<string, readonly string[]>();
  for (const entry of await deployment.store.readRun(stack, run)) {
    if (entry.kind !== "run-started") continue;
    const found = await findPlan(stack, entry.plan, deployment);
    for (const step of found?.plan.steps ?? []) needs.set(step.id, step.needs);
  }
  return rows.map((row) => {
    const { step } = row;
    const known = step === undefined ? undefined : needs.get(step);
    return step === undefined || known === undefined ? row : { step, needs: known, ...row };
  });
}
