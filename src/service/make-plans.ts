import type { JsonObject } from "../base/json.ts";
import { type Problem, problem } from "../base/problem.ts";
import { withToldErrors } from "../base/problem-limit.ts";
import { inTurns } from "../base/turns.ts";
import type { DeclarationText } from "../contract/documents/declarations.ts";
import type { SettledCall } from "../contract/documents/in-flight-calls.ts";
import type { PlanView } from "../contract/documents/plans.ts";
import type { CheckedDeclaration } from "../engine/check/checked-declaration.ts";
import type { KeptOptions } from "../engine/check/kept-options.ts";
import { type ExpressionLanguage, expressionLanguage } from "../engine/expressions/expression-language.ts";
import { observe } from "../engine/observe/observe.ts";
import { type DropsAllowed, unseenByProvider } from "../engine/plan/drops-all.ts";
import { type PlanInput, planInParts } from "../engine/plan/make-plan.ts";
import type { Plan, PlanContent } from "../engine/plan/plan.ts";
import { planOfInParts, sealPlanInParts } from "../engine/plan/plan-document.ts";
import type { PlanRow, StackChange } from "../engine/ports/store.ts";
import { originalLineage } from "../engine/state/lineage.ts";
import { ownDeletions } from "../engine/state/own-deletions.ts";
import type { Snapshot } from "../engine/state/snapshot.ts";
import type { StackContext } from "../engine/state/stack-context.ts";
import type { StackState } from "../engine/state/stack-state.ts";
import type { InverseOfRun } from "../engine/undo/inverse-of-run.ts";
import { personOf } from "./access/caller.ts";
import { type AtStack, atStack } from "./at-stack.ts";
import { keptDeclaration } from "./declarations.ts";
import type { Deployment } from "./deployment.ts";
import { keptBy } from "./describe-declaration.ts";
import { asWritten } from "./discreet-claims.ts";
import { endingCredentials } from "./ending-credentials.ts";
import { deniedReopenings, formerSecrets } from "./former-secrets.ts";
import { withClouds } from "./known-clouds.ts";
import type { FoundPlan } from "./newest-plan.ts";
import type { PlanBrief } from "./plan-briefs.ts";
import { planSummary, planView } from "./plan-view.ts";
import { prunePlans } from "./prune-plans.ts";
import { acceptAgain, located } from "./read-and-check.ts";
import { readParallelism } from "./read-parallelism.ts";
import { recoverStack } from "./recover-stack.ts";
import { Rejection } from "./rejection.ts";
import { checkProject, contextOf, missingConfig, projectOf } from "./stack-context.ts";
import { holderNow, runAtWork } from "./stack-holder.ts";
import { deniedOpenings, deniedSteps, mayReveal } from "./step-rights.ts";

export interface PlanRequest {
  readonly stack: string;
  readonly kind: "apply" | "destroy";
  /** Null takes the one that is kept for the stack. A destroy needs none: the state knows what there is. */
  readonly declaration: DeclarationText | null;
  /** False believes the last observations of managed objects. */
  readonly refresh: boolean;
  /** Config keys whose values are to be missing, though the last run had them. */
  readonly withoutConfig?: readonly string[];
  readonly dropAllOf?: readonly string[];
}

/** Looks at the world, plans, and keeps the plan under its digest. Changes nothing on any platform. */
export async function planStack(request: PlanRequest, deployment: Deployment): Promise<PlanView> {
  const { stack, kind, refresh, dropAllOf = [] } = request;
  if (kind === "destroy") {
    const { declaration } = request;
    const project = declaration === null ? "" : await projectOf(declaration, deployment);
    const text = declaration ?? (await keptDeclaration(stack, deployment));
    const language = await expressionLanguage({});
    const checked = await declaredProviders(text, atStack(stack, deployment));
    const keeps = await keptBy(text, deployment);
    return planChecked(
      { stack, kind, refresh, dropAllOf, checked, language, problems: [], project, keeps },
      deployment,
    );
  }
  const declaration = request.declaration ?? (await keptDeclaration(stack, deployment));
  if (declaration === null) {
    throw new Rejection("unprocessable", [
      problem("no-declaration", `the request brings no declaration, and none is kept for stack \`${stack}\``),
    ]);
  }
  const { checked, language, problems } = await acceptAgain(declaration, atStack(stack, deployment));
  const { withoutConfig = [] } = request;
  const declared = { project: checked.project, context: contextOf(checked, declaration), withoutConfig };
  const view = await planChecked(
    { stack, kind, refresh, dropAllOf, checked, language, problems, ...declared },
    deployment,
  );
  return { ...view, problems: await located(view.problems, declaration, deployment) };
}

export interface CheckedPlanRequest {
  readonly stack: string;
  readonly kind: PlanInput["kind"];
  readonly checked: CheckedDeclaration | null;
  /** What a declaration keeps, where a destroy has one. */
  readonly keeps?: ReadonlyMap<string, KeptOptions>;
  readonly language: ExpressionLanguage;
  /** Advice from the check. */
  readonly problems: readonly Problem[];
  readonly refresh: boolean;
  /** Whose declaration it is; left out where it is none of a project's. */
  readonly project?: string;
  /** What the stack is to have been applied with; left out: what it was. */
  readonly context?: StackContext;
  readonly withoutConfig?: readonly string[];
  /** Of an undo: what is to be declared, and what it is about, by what is believed once all is known that reading can tell. */
  readonly undo?: (state: StackState) => Promise<InverseOfRun>;
  /** Providers of which every record may go. */
  readonly dropAllOf?: readonly string[];
}

/** A declaration's providers without all else, by which a destroy reaches what goes; null where it passes no check. */
async function declaredProviders(
  text: DeclarationText | null,
  deployment: AtStack,
): Promise<CheckedDeclaration | null> {
  if (text === null) return null;
  try {
    const { checked } = await acceptAgain(text, deployment);
    return { ...checked, nodes: [], outputs: {} };
  } catch (cause) {
    if (cause instanceof Rejection) return null;
    throw cause;
  }
}

/** Plans a declaration that has been checked. */
export async function planChecked(request: CheckedPlanRequest, deployment: Deployment): Promise<PlanView> {
  const { plan, state, inFlight } = await makeAndKeep(request, 1, deployment);
  const view = await inTurns(planView(plan, state, plan.problems), deployment.turns);
  return { ...view, inFlight, ...toldReadOnly(deployment) };
}

/** Observes, plans and keeps the plan together with the declaration it was made from. */
export async function makeAndKeep(
  request: CheckedPlanRequest,
  round: number,
  deployment: Deployment,
): Promise<{ readonly plan: Plan; readonly state: StackState; readonly inFlight: readonly SettledCall[] }> {
  const { content, state, inFlight } = await makeContent(request, round, deployment);
  return { plan: await keepMade(content, request.checked, deployment), state, inFlight };
}

/** The member of a plan's view that says that no run can carry it out here. */
export function toldReadOnly({ isReadOnly }: Pick<Deployment, "isReadOnly">): Pick<PlanView, "readOnly"> {
  return isReadOnly === true ? { readOnly: true } : {};
}

/** Keeps a plan, with the declaration it was made from where a later round needs it. */
export function keepMade(
  content: PlanContent,
  checked: CheckedDeclaration | null,
  deployment: Deployment,
): Promise<Plan> {
  return keepPlan(content, content.deferred.length === 0 ? null : checked, deployment);
}

/** Observes and plans. Under an aborted signal nothing is asked any more, and what comes of it is no plan to go by. */
export async function makeContent(
  request: CheckedPlanRequest,
  round: number,
  deployment: Deployment,
  signal?: AbortSignal,
): Promise<{
  readonly content: PlanContent;
  readonly state: StackState;
  readonly inFlight: readonly SettledCall[];
}> {
  const { stack, kind, language } = request;
  const { store, catalog, clock, ids, turns } = deployment;
  const { state, unsettled, advice, inFlight, duringRun } = await recoverStack(stack, deployment, signal);
  checkProject(stack, request.project ?? "");
  const { drivers } = atStack(stack, deployment, state.lineage);
  const undo = await request.undo?.(state);
  const checked = undo?.checked ?? request.checked;
  const keepsSecrets = !mayReveal(stack, deployment.authority);
  const isAnyNew = checked?.nodes.some(({ kind: of, address }) => of === "resource" && !state.records.has(address));
  const former = keepsSecrets && isAnyNew === true ? await formerSecrets(stack, deployment) : new Map();
  const { snapshot, problems } = await observe({
    stack,
    checked,
    language,
    state,
    unsettled,
    catalog,
    driverOf: drivers,
    claims: async (keys) => (await store.claims(keys)).map((claim) => asWritten(claim, stack, deployment.authority)),
    ids,
    clock,
    parallel: readParallelism,
    turns,
    refresh: request.refresh,
    keepsSecrets,
    formerSecrets: former,
    ...(undo === undefined ? {} : { only: undo.scope }),
    ...(signal === undefined ? {} : { signal }),
  });
  // A later round is made by the run that holds the stack.
  const holder = round === 1 ? await holderNow(stack, deployment) : null;
  const atWork = holder === null ? [] : [runAtWork(stack, holder)];
  const planning = planInParts({
    kind,
    checked,
    ...(request.keeps === undefined ? {} : { keeps: request.keeps }),
    snapshot,
    catalog,
    language,
    round,
    problems: [...atWork, ...request.problems, ...advice, ...problems],
    ...(undo === undefined ? {} : { undo: undo.scope }),
    drops: await dropsAllowed(stack, request, snapshot, deployment),
  });
  const made = await inTurns(planning, turns);
  const denied = [
    ...(await inTurns(deniedSteps(made.steps, stack, deployment.authority), turns)),
    ...deniedOpenings(made.optionChanges ?? [], stack, deployment.authority),
    ...deniedReopenings(made.steps, stack, former, deployment),
  ];
  const { context, withoutConfig = [] } = request;
  const missing =
    context === undefined || checked === null
      ? []
      : missingConfig(state.context, context, checked, made.steps, withoutConfig);
  const declared = [...snapshot.providers].flatMap(([ref, led]) => {
    const kind = checked?.providers[ref]?.kind;
    return kind === undefined ? [] : [{ ref, kind, ...led }];
  });
  const bindings = {
    ...made.bindings,
    ...(context === undefined ? {} : { context: await withClouds(context, stack, state, declared, deployment) }),
    ...(duringRun === true ? { duringRun } : {}),
  };
  const ending = await endingCredentials(made.steps, stack, deployment);
  const problemsTold = withToldErrors([...made.problems, ...missing, ...denied, ...ending]);
  return { content: { ...made, bindings, problems: problemsTold }, state, inFlight };
}

/** What a plan may take for gone where it sees nothing of a provider; only then is the journal read for it. */
async function dropsAllowed(
  stack: string,
  { dropAllOf = [] }: Pick<CheckedPlanRequest, "dropAllOf">,
  snapshot: Snapshot,
  { store, catalog }: Deployment,
): Promise<DropsAllowed> {
  const named = dropAllOf.length === 0 ? {} : { dropAllOf };
  if (unseenByProvider(snapshot, catalog).size === 0) return named;
  return { ...named, ownDeletions: ownDeletions(await store.readJournal(stack)) };
}

/**
 * Seals a plan and keeps it under its digest. `checked`: from which later rounds plan what it defers; null where it defers
 * nothing.
 */
export async function keepPlan(
  content: PlanContent,
  checked: CheckedDeclaration | null,
  deployment: Deployment,
): Promise<Plan> {
  const { store, clock, turns, newestPlan } = deployment;
  const { stack, kind } = content;
  const sealed = await inTurns(sealPlanInParts(content), turns);
  const { plan } = sealed;
  const createdAt = new Date(clock.now()).toISOString();
  const document: KeptPlan = { plan: sealed.document, checked };
  const stored = { digest: plan.digest, kind, createdAt, document: document as unknown as JsonObject };
  await store.putPlan(stack, stored, content.bindings.lineage);
  newestPlan.note(stack, { plan, checked, createdAt, isOwn: true });
  await prunePlans(stack, deployment);
  return plan;
}

/** What the store keeps of a plan. */
interface KeptPlan {
  readonly plan: JsonObject;
  readonly checked: CheckedDeclaration | null;
}

/** A kept plan, or a Rejection. */
export async function storedPlan(stack: string, digest: string, deployment: Deployment): Promise<FoundPlan> {
  const found = await findPlan(stack, digest, deployment);
  if (found !== null) return found;
  throw unknownPlan(stack, digest);
}

function unknownPlan(stack: string, digest: string): Rejection {
  return new Rejection("missing", [problem("plan-unknown", `stack \`${stack}\` has no plan ${digest}`)]);
}

/** False for a plan that was kept after its stack was removed: the one of that name now is another. By the lineages of both. */
export function isOf(planned: string, lineage: string): boolean {
  return planned === "" || originalLineage(planned) === originalLineage(lineage);
}

/** A kept plan; null where there is none of that digest. */
export async function findPlan(
  stack: string,
  digest: string,
  { store, turns, newestPlan }: Deployment,
): Promise<FoundPlan | null> {
  const made = newestPlan.find(stack, digest);
  if (made !== null) return made;
  const stored = await store.getPlan(stack, digest);
  if (stored === null) return null;
  const { plan: document, checked } = stored.document as unknown as KeptPlan;
  // The stack may have had another name when the plan was made.
  const plan = { ...(await inTurns(planOfInParts(document), turns)), stack };
  return { plan, checked, createdAt: stored.createdAt, isOwn: false };
}

/** A kept plan as it is shown. A caller that asks for many at once gets one after another: each may be as large as a stack. */
export function showPlan(stack: string, digest: string, deployment: Deployment): Promise<PlanView> {
  const { authority, client, planReads, planViews, store, turns } = deployment;
  const keyAt = ({ lineage, serial }: StackChange) => `${stack} ${digest} ${lineage} ${serial}`;
  const shown = async () => {
    // What is shown from memory takes no time of waiting, and many at once would leave none to others.
    if (turns?.isDue() === true) await turns.next();
    // Who reads a plan page by page does so while its stack stays as it is: then one row is read, not the whole stack.
    const known = planViews?.find(keyAt(await store.progress(stack)));
    if (known !== undefined) return known;
    const state = await store.readStack(stack);
    const show = async () => {
      const { plan } = await storedPlan(stack, digest, deployment);
      if (!isOf(plan.bindings.lineage, state.lineage)) throw unknownPlan(stack, digest);
      return inTurns(planView(plan, state, plan.problems), turns);
    };
    return planViews === undefined ? show() : planViews.of(keyAt(state), show);
  };
  return planReads === undefined ? shown() : planReads.do(personOf(authority.caller), shown, client?.());
}

/** What a list says of a kept plan; null where it is there no more. */
export async function planOfRow(
  stack: string,
  { digest }: PlanRow,
  { store, turns }: Deployment,
): Promise<PlanBrief | null> {
  const stored = await store.getPlan(stack, digest);
  if (stored === null) return null;
  const plan = await inTurns(planOfInParts((stored.document as unknown as KeptPlan).plan), turns);
  return { kind: plan.kind, summary: planSummary(plan), lineage: plan.bindings.lineage };
}
