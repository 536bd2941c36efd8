import { problem } from "../../../../packages/base/problems/problem.ts";
import type { PrunedStack, StackPrune } from "../../../contract/documents/stacks.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { holdStack } from "../../use-cases/lease/hold-stack.ts";
import { requireStack } from "../../use-cases/stacks/require-stack.ts";
import { StoredRunRepository } from "../kept-runs/stored-run-repository.ts";
import { type Going, type PruneContext, whatGoes } from "./what-goes.ts";

/**
 * Forgets old runs of a stack with their plans and events; a checkpoint stands for them in its journal. What is
 * believed stays, and so does what an undo or a repetition of something kept needs (decision 0091). The journal and the
 * plans go in one transaction, while the stack is held; what a crash leaves of the rest goes the next time.
 */
export async function pruneHistory(
  stack: string,
  { dryRun = false, ...rule }: StackPrune,
  context: PruneContext,
): Promise<PrunedStack> {
  const { deployment } = context;
  await requireStack(stack, deployment);
  if (dryRun) return { stack, dryRun, ...(await whatGoes(stack, rule, context)).told };
  const told = await holdStack(stack, deployment, async ({ epoch }) => {
    const going = await whatGoes(stack, rule, context);
    await forget(stack, epoch, going, deployment);
    return going.told;
  });
  await deployment.store.compact();
  return { stack, dryRun, ...told };
}

async function forget(
  stack: string,
  epoch: number,
  { history, plans, runDocuments }: Going,
  deployment: Deployment,
): Promise<void> {
  const { store } = deployment;
  const outcome = history === null ? "no-gain" : await store.prune(stack, epoch, { ...history, plans });
  if (outcome === "fenced") throw new Rejection("conflict", [problem("stack-busy", "another run took the stack over")]);
  if (outcome === "no-gain" && plans.length > 0) await store.removePlans(stack, plans);
  deployment.newestPlan.forget();
  const repository = new StoredRunRepository(deployment);
  for (const kept of runDocuments) await repository.forget(kept);
}
