import { jsonEqual } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import { type Visit, walk } from "../../../engine/graph/walk.ts";
import type { Plan, ReadStep } from "../../../engine/plan/plan.ts";
import type { Driver, Target } from "../../../engine/ports/driver.ts";
import { movedText } from "../../../engine/state/drift/moved-text.ts";
import type { Deployment } from "../deployment.ts";
import { readParallelism } from "../objects/read-parallelism.ts";
import { atStack } from "../stacks/at-stack.ts";

/** A read that was done when its plan was made. */
type Answered = ReadStep & { readonly result: NonNullable<ReadStep["result"]> };

/** What becomes of a read when it is asked again. */
interface Asking {
  readonly driver: Driver;
  readonly catalog: Catalog;
  readonly signal: AbortSignal;
}

/**
 * What a plan's `get`s and look-ups would tell otherwise by now: the plan was made by what they told, so it holds only
 * while they tell the same. One problem a read. Reads only.
 */
export async function readsMovedSince(
  plan: Plan,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const { catalog } = deployment;
  const { drivers } = atStack(plan.stack, deployment);
  const answered = new Map(plan.steps.flatMap((step) => (isAnswered(step) ? [[step.id, step] as const] : [])));
  const problems: Problem[] = [];
  const visit = async (id: string): Promise<Visit> => {
    const step = answered.get(id);
    if (step === undefined || signal.aborted) return "done";
    const asking = { driver: drivers(step.provider), catalog, signal };
    const moved =
      step.ask.kind === "get" ? await getMoved(step, step.ask, asking) : await lookupMoved(step, step.ask, asking);
    if (moved !== null) problems.push(problem("stale-plan", `${moved}; plan again`, { address: step.address }));
    return "done";
  };
  await walk(new Map([...answered.keys()].map((id) => [id, []])), readParallelism, visit, () => {});
  return signal.aborted ? [] : problems;
}

function isAnswered(step: Plan["steps"][number]): step is Answered {
  return step.kind === "read" && step.result !== null;
}

async function getMoved(
  { type, apiVersion, provider, result }: Answered,
  { id, qualifiers }: Extract<ReadStep["ask"], { readonly kind: "get" }>,
  { driver, catalog, signal }: Asking,
): Promise<string | null> {
  const definition = catalog.resources[type];
  const parsed = definition === undefined ? undefined : parseId(definition, String(result.id ?? id), provider.config);
  if (definition === undefined || parsed?.ok !== true) return null;
  const { ref, kind, config } = provider;
  const { id: found, variables } = parsed.value;
  const target: Target = {
    ...{ type, apiVersion, provider: { ref, kind, config }, id: found, variables },
    ...{ secret: secretPlaces(qualifiers), isForeign: true },
  };
  const outcome = await driver.read(target, signal);
  if (outcome.kind === "absent") return `\`${target.id}\` existed when the plan was made, and does not any more`;
  if (outcome.kind !== "done") return `\`${target.id}\` can't be read any more: ${outcome.detail}`;
  const what = movedText(definition, result.outputs, outcome.observation.outputs);
  return what === "" ? null : `\`${target.id}\` moved since the plan: ${what}`;
}

async function lookupMoved(
  { address, type, apiVersion, provider, result }: Answered,
  ask: Extract<ReadStep["ask"], { readonly kind: "lookup" }>,
  { driver, signal }: Asking,
): Promise<string | null> {
  const { ref, kind, config } = provider;
  const asked = { function: type, apiVersion, provider: { ref, kind, config }, arguments: ask.arguments };
  const outcome = await driver.lookup(asked, signal);
  if (outcome.kind !== "done") return `the look-up \`${address}\` can't be repeated: ${outcome.detail}`;
  const names = [...new Set([...Object.keys(result.outputs), ...Object.keys(outcome.result)])];
  const moved = names.filter((name) => !jsonEqual(result.outputs[name], outcome.result[name]));
  return moved.length === 0 ? null : `the look-up \`${address}\` tells otherwise since the plan: ${moved.join(", ")}`;
}
