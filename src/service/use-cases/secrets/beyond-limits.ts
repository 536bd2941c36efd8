import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { beyondLimits, secretsBeyondLimits } from "../../../definitions/schema/checks/secret-limits.ts";
import { withheldPlace } from "../../../definitions/schema/secret-values.ts";
import type { Step } from "../../../engine/plan/plan.ts";
import type { AtStack } from "../stacks/at-stack.ts";

/**
 * Errors of the steps that write a secret which its field does not take: the run would be refused halfway. Throws
 * Fault("secrets-unreadable").
 */
export async function beyondSecretLimits(
  steps: readonly Step[],
  { catalog, secrets }: Pick<AtStack, "catalog" | "secrets">,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const step of steps) {
    const definition = catalog.resources[step.type];
    if (step.kind !== "write" || definition === undefined || withheldPlace(step.desired) !== undefined) continue;
    for (const { code, pointer } of await secretsBeyondLimits(definition.inputs, step.desired, secrets.open)) {
      const { address } = step;
      const place = { address, pointer: `/resources/${address}/properties${pointer}` };
      problems.push(problem(code, beyondLimits, place));
    }
  }
  return problems;
}
