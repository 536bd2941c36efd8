import { expressionLanguage } from "../../../engine/expressions/expression-language.ts";
import { observe } from "../../../engine/observe/observe.ts";
import type { Snapshot } from "../../../engine/state/snapshot.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";
import { readParallelism } from "../objects/read-parallelism.ts";
import { atStack } from "../stacks/at-stack.ts";
import { refuseOtherCloud } from "../stacks/known-clouds.ts";

/** Reads every managed object of a state, without regard to any declaration. */
export async function observeRecords(stack: string, state: StackState, deployment: Deployment): Promise<Snapshot> {
  const { catalog, ids, clock } = deployment;
  await refuseOtherCloud(stack, state, deployment);
  const { drivers } = atStack(stack, deployment, state.lineage);
  const { snapshot } = await observe({
    stack,
    checked: null,
    language: await expressionLanguage({}),
    state,
    indeterminate: [],
    catalog,
    driverOf: drivers,
    claims: async () => [],
    ids,
    clock,
    parallel: readParallelism,
    turns: deployment.turns,
    refresh: true,
  });
  return snapshot;
}
