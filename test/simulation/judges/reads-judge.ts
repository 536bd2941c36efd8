import type { Deployment } from "../../../src/service/use-cases/deployment.ts";
import { listRunSteps } from "../../../src/service/use-cases/runs/list-run-steps.ts";
import { listRuns } from "../../../src/service/use-cases/runs/runs-of-stack.ts";
import { showOutputs } from "../../../src/service/use-cases/stacks/show-outputs.ts";
import { listStacks } from "../../../src/service/use-cases/stacks/stacks.ts";
import { exportState } from "../../../src/service/use-cases/state/export-state.ts";
import { showResource } from "../../../src/service/use-cases/state/show-state.ts";
import { listResources } from "../../../src/service/use-cases/state/state-rows.fixture.ts";
import { stack } from "../world/world.ts";
import type { Violation } from "./journal-judge.ts";

/** Every command that reads answers, whatever happened before. */
export async function judgeReads(deployment: Deployment): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  const answers = async (command: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (cause) {
      violations.push({ rule: "bug", detail: `${command}: ${cause instanceof Error ? cause.message : String(cause)}` });
    }
  };
  await answers("state list", async () => {
    const [first] = await listResources(stack, deployment);
    if (first !== undefined && first.status === "current") await showResource(stack, first.name, deployment);
  });
  await answers("outputs", () => showOutputs(stack, deployment));
  await answers("runs", async () => {
    const [last] = await listRuns(stack, deployment);
    if (last !== undefined) await listRunSteps(stack, last.run, { limit: 100, after: null }, deployment);
  });
  await answers("state export", () => exportState(stack, deployment));
  await answers("stacks", () => listStacks({ limit: 100, after: null }, deployment));
  return violations;
}
