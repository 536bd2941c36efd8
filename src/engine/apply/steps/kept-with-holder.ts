import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import { holderOf } from "../../../definitions/schema/lies-in.ts";
import type { RemovalStep } from "../../plan/plan.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";

/**
 * What is told of an object that goes along with a soft-deleted one, and that the platform refuses to change for that
 * reason: it keeps it with its holder until both are purged, or brings it back with it. The plan tells the holder by
 * what it deletes, or a look at the object that it lies in, whoever has deleted that. Undefined where the refusal has
 * another cause, as far as these tell.
 */
export async function keptWithHolder(
  step: RemovalStep,
  cause: unknown,
  context: RunContext,
): Promise<Problem | undefined> {
  if (!(cause instanceof StepFailed) || cause.problem.code !== "refused-by-platform") return undefined;
  const holder = softDeletedHolder(step, context) ?? (await holderSeenDeleted(step, context));
  if (holder === undefined) return undefined;
  const { address, identity } = step;
  const detail =
    `\`${identity.id}\` went with \`${holder}\`, which the platform keeps for a while after its deletion: ` +
    `both are purged together, or come back together, and it is forgotten here (${cause.problem.detail})`;
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

/** The id of the object that this one lies in, where the platform still shows that one though it was deleted. */
async function holderSeenDeleted(step: RemovalStep, context: RunContext): Promise<string | undefined> {
  if (step.how !== "delete") return undefined;
  const { ref, kind, config } = step.provider;
  const holder = holderOf(context.definition(step.type), step.identity.variables, context.input.catalog);
  if (holder?.definition.softDelete === undefined) return undefined;
  const { type, versions } = holder.definition;
  const named = parseId(holder.definition, holder.id, config);
  if (!named.ok) return undefined;
  const { id, variables } = named.value;
  const target = {
    type,
    apiVersion: versions.default,
    provider: { ref, kind, config },
    id,
    variables,
    isForeign: true,
  } as const;
  const driver = context.input.driverOf(step.provider);
  const seen = await context.deadline(step).bound(() => driver.read(target, context.signalOf(step)));
  return seen.kind === "done" && seen.observation.deleted ? id : undefined;
}
