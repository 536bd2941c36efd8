import type { Json, JsonObject } from "../base/json.ts";
import { problem } from "../base/problem.ts";
import type { DeclarationText, PlanView } from "../doors/api/documents.ts";
import { expressionLanguage } from "../engine/expressions/expression-language.ts";
import { observe } from "../engine/observe/observe.ts";
import { makePlan } from "../engine/plan/make-plan.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { type Deployment, definitionsDigest } from "./deployment.ts";
import { planView } from "./plan-view.ts";
import { accept, located } from "./read-and-check.ts";
import { Rejection } from "./rejection.ts";

export interface PlanRequest {
  readonly stack: string;
  readonly kind: "apply" | "destroy";
  /** May be missing for a destroy: the state knows what there is. */
  readonly declaration: DeclarationText | null;
  /** False believes the last observations of managed objects. */
  readonly refresh: boolean;
}

/** Calls in flight at once while reading. */
const readParallelism = 32;

/** Looks at the world, plans, and keeps the plan under its digest. Changes nothing on any platform. */
export async function planStack(request: PlanRequest, deployment: Deployment): Promise<PlanView> {
  const { store, catalog, clock } = deployment;
  const accepted =
    request.declaration === null || request.kind === "destroy" ? null : await accept(request.declaration, deployment);
  const state = await store.readStack(request.stack);
  const language = accepted?.language ?? (await expressionLanguage({}));
  const checked = accepted?.checked ?? null;
  const { snapshot, problems } = await observe({
    stack: request.stack,
    checked,
    language,
    state,
    catalog,
    driverOf: deployment.driverOf,
    claims: store.claims,
    ids: deployment.ids,
    clock,
    parallel: readParallelism,
    refresh: request.refresh,
  });
  const plan = makePlan({
    kind: request.kind,
    checked,
    snapshot,
    catalog,
    definitions: definitionsDigest(catalog),
    language,
    problems: [...(accepted?.problems ?? []), ...problems],
  });
  await store.putPlan(request.stack, {
    digest: plan.digest,
    kind: plan.kind,
    createdAt: new Date(clock.now()).toISOString(),
    document: plan as unknown as JsonObject,
  });
  return planView(plan, state, accepted === null ? plan.problems : located(plan.problems, accepted.spans));
}

/** A kept plan, or a Rejection. */
export async function storedPlan(stack: string, digest: string, deployment: Deployment): Promise<Plan> {
  const stored = await deployment.store.getPlan(stack, digest);
  if (stored === null)
    throw new Rejection("missing", [problem("plan-unknown", `stack \`${stack}\` has no plan ${digest}`)]);
  return stored.document as unknown as Plan;
}

export async function showPlan(stack: string, digest: string, deployment: Deployment): Promise<PlanView> {
  const plan = await storedPlan(stack, digest, deployment);
  return planView(plan, await deployment.store.readStack(stack), plan.problems);
}

export async function listPlans(stack: string, deployment: Deployment): Promise<readonly Json[]> {
  const state = await deployment.store.readStack(stack);
  return (await deployment.store.listPlans(stack)).map(({ digest, kind, createdAt, document }) => ({
    digest,
    kind,
    createdAt,
    summary: planView(document as unknown as Plan, state, []).summary as unknown as JsonObject,
  }));
}
