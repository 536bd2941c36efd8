import { type Problem, problem } from "../../base/problem.ts";
import type { RemovalStep } from "../plan/plan.ts";
import type { RunContext } from "./run-context.ts";
import { StepFailed } from "./step-failed.ts";

/**
 * What is told of an object that goes along with a soft-deleted one, and that the platform refuses to change for that reason: it keeps it with its
 * holder until both are purged, or brings it back with it. Undefined where the refusal has another cause, as far as the plan tells.
 */
export function keptWithHolder(step: RemovalStep, cause: unknown, context: RunContext): Problem | undefined {
  if (!(cause instanceof StepFailed) || cause.problem.code !== "refused-by-platform") return undefined;
  const holder = softDeletedHolder(step, context);
  if (holder === undefined) return undefined;
  const { address, identity } = step;
  const detail = `\`${identity.id}\` went with \`${holder}\`, which the platform keeps for a while after its deletion: both are purged together, or come back together, and it is forgotten here (${cause.problem.detail})`;
  return problem("kept-with-another", detail, { address });
}

/** The address of what takes an object along, directly or not, and is soft-deleted by this plan. */
function softDeletedHolder(step: RemovalStep, context: RunContext): string | undefined {
  const removals = new Map(
    context.input.plan.steps.flatMap((each) =>
      each.kind === "removal" && !each.superseded ? [[each.address, each] as const] : [],
    ),
  );
  for (let name = step.goneWith; name !== undefined; ) {
    const holder = removals.get(name);
    if (holder === undefined) return undefined;
    if (holder.how === "delete" && context.definition(holder.type).softDelete !== undefined) return name;
    name = holder.goneWith;
  }
  return undefined;
}
