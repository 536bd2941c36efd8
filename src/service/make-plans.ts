import type { Json, JsonObject } from "../base/json.ts";
import { type Problem, problem } from "../base/problem.ts";
import type { DeclarationText, PlanView } from "../doors/api/documents.ts";
import type { CheckedDeclaration } from "../engine/check/checked-declaration.ts";
import { type ExpressionLanguage, expressionLanguage } from "../engine/expressions/expression-language.ts";
import { observe } from "../engine/observe/observe.ts";
import { makePlan } from "../engine/plan/make-plan.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { StackState } from "../engine/state/stack-state.ts";
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
  const { stack, kind, refresh } = request;
  if (request.declaration === null || kind === "destroy") {
    return planChecked(
      { stack, kind, refresh, checked: null, language: await expressionLanguage({}), problems: [] },
      deployment,
    );
  }
  const { checked, language, problems, spans } = await accept(request.declaration, deployment);
  const view = await planChecked({ stack, kind, refresh, checked, language, problems }, deployment);
  return { ...view, problems: located(view.problems, spans) };
}

export interface CheckedPlanRequest {
  readonly stack: string;
  readonly kind: Plan["kind"];
  readonly checked: CheckedDeclaration | null;
  readonly language: ExpressionLanguage;
  /** Advice from the check. */
  readonly problems: readonly Problem[];
  readonly refresh: boolean;
}

/** Plans a declaration that has been checked. */
export async function planChecked(request: CheckedPlanRequest, deployment: Deployment): Promise<PlanView> {
  const { plan, state } = await makeAndKeep(request, 1, deployment);
  return planView(plan, state, plan.problems);
}

/** Observes, plans and keeps the plan together with the declaration it was made from. */
export async function makeAndKeep(
  request: CheckedPlanRequest,
  round: number,
  deployment: Deployment,
): Promise<{ readonly plan: Plan; readonly state: StackState }> {
  const { stack, kind, checked, language } = request;
  const { store, catalog, clock, driverOf, ids } = deployment;
  const state = await store.readStack(stack);
  const { snapshot, problems } = await observe({
    stack,
    checked,
    language,
    state,
    catalog,
    driverOf,
    claims: store.claims,
    ids,
    clock,
    parallel: readParallelism,
    refresh: request.refresh,
  });
  const plan = makePlan({
    kind,
    checked,
    snapshot,
    catalog,
    definitions: definitionsDigest(catalog),
    language,
    round,
    problems: [...request.problems, ...problems],
  });
  const kept: KeptPlan = { plan, checked };
  await store.putPlan(stack, {
    digest: plan.digest,
    kind: plan.kind,
    createdAt: new Date(clock.now()).toISOString(),
    document: kept as unknown as JsonObject,
  });
  return { plan, state };
}

/** What the store keeps of a plan: later rounds plan from the same declaration. */
interface KeptPlan {
  readonly plan: Plan;
  readonly checked: CheckedDeclaration | null;
}

/** A kept plan, its declaration and when it was made, or a Rejection. */
export async function storedPlan(
  stack: string,
  digest: string,
  deployment: Deployment,
): Promise<KeptPlan & { readonly createdAt: string }> {
  const stored = await deployment.store.getPlan(stack, digest);
  if (stored === null)
    throw new Rejection("missing", [problem("plan-unknown", `stack \`${stack}\` has no plan ${digest}`)]);
  return { ...(stored.document as unknown as KeptPlan), createdAt: stored.createdAt };
}

export async function showPlan(stack: string, digest: string, deployment: Deployment): Promise<PlanView> {
  const { plan } = await storedPlan(stack, digest, deployment);
  return planView(plan, await deployment.store.readStack(stack), plan.problems);
}

export async function listPlans(stack: string, deployment: Deployment): Promise<readonly Json[]> {
  const state = await deployment.store.readStack(stack);
  return (await deployment.store.listPlans(stack)).map(({ digest, kind, createdAt, document }) => ({
    digest,
    kind,
    createdAt,
    summary: planView((document as unknown as KeptPlan).plan, state, []).summary as unknown as JsonObject,
  }));
}
