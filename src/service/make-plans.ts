import type { Json, JsonObject } from "../base/json.ts";
import { type Problem, problem } from "../base/problem.ts";
import type { DeclarationText, PlanView } from "../doors/api/documents.ts";
import type { CheckedDeclaration } from "../engine/check/checked-declaration.ts";
import { type ExpressionLanguage, expressionLanguage } from "../engine/expressions/expression-language.ts";
import { observe } from "../engine/observe/observe.ts";
import { makePlan } from "../engine/plan/make-plan.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { Store } from "../engine/ports/store.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import { type Deployment, definitionsDigest } from "./deployment.ts";
import { planView } from "./plan-view.ts";
import { accept, located } from "./read-and-check.ts";
import { recoverStack } from "./recover-stack.ts";
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
  const { state, unsettled, advice } = await recoverStack(stack, deployment);
  const { snapshot, problems } = await observe({
    stack,
    checked,
    language,
    state,
    unsettled,
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
    problems: [...request.problems, ...advice, ...problems],
  });
  const kept: KeptPlan = { plan, checked: plan.deferred.length === 0 ? null : checked };
  const createdAt = new Date(clock.now()).toISOString();
  await store.putPlan(stack, {
    digest: plan.digest,
    kind: plan.kind,
    createdAt,
    document: kept as unknown as JsonObject,
  });
  newest.set(store, { stack, kept: { ...kept, createdAt, isOwn: true } });
  return { plan, state };
}

/** The plan that this process made last over a store: running it at once needs no second reading of what was just written. */
const newest = new WeakMap<Store, { readonly stack: string; readonly kept: FoundPlan }>();

/** What the store keeps of a plan. */
interface KeptPlan {
  readonly plan: Plan;
  /** From which later rounds plan what this one deferred; null where it deferred nothing. */
  readonly checked: CheckedDeclaration | null;
}

/** To be said when plans of a store have been removed. */
export function forgetPlans(store: Store): void {
  newest.delete(store);
}

export interface FoundPlan extends KeptPlan {
  readonly createdAt: string;
  /** This process made it and has had it ever since, so that it is what its digest says. */
  readonly isOwn: boolean;
}

/** A kept plan, or a Rejection. */
export async function storedPlan(stack: string, digest: string, { store }: Deployment): Promise<FoundPlan> {
  const made = newest.get(store);
  if (made !== undefined && made.stack === stack && made.kept.plan.digest === digest) return made.kept;
  const stored = await store.getPlan(stack, digest);
  if (stored === null)
    throw new Rejection("missing", [problem("plan-unknown", `stack \`${stack}\` has no plan ${digest}`)]);
  return { ...(stored.document as unknown as KeptPlan), createdAt: stored.createdAt, isOwn: false };
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
