import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { withReportedErrors } from "../../../../packages/base/problems/reported-problems.ts";
import { inTurns } from "../../../../packages/base/turns.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { expressionLanguage } from "../../../engine/expressions/expression-language.ts";
import { observe } from "../../../engine/observe/observe.ts";
import { planInParts } from "../../../engine/plan/make-plan.ts";
import type { Step } from "../../../engine/plan/plan.ts";
import { type DropsAllowed, unseenByProvider } from "../../../engine/plan/removals/drops-all.ts";
import { leftUnread } from "../../../engine/plan/selection/left-unread.ts";
import type { Selection } from "../../../engine/plan/selection/selection.ts";
import { ownDeletions } from "../../../engine/state/drift/own-deletions.ts";
import type { Snapshot } from "../../../engine/state/snapshot.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import { keptDeclaration } from "../declarations/declarations.ts";
import { keptBy } from "../declarations/describe-declaration.ts";
import { acceptAgain, located } from "../declarations/read-and-check.ts";
import type { Deployment } from "../deployment.ts";
import { holderNow, runAtWork } from "../lease/busy-stack.ts";
import { endingCredentials } from "../objects/ending-credentials.ts";
import { readParallelism } from "../objects/read-parallelism.ts";
import { sinceBackupIn } from "../objects/since-backup.ts";
import { deniedOpenings, deniedSteps, mayReveal } from "../runs/denied-step.ts";
import { recoverStack } from "../runs/recover-stack.ts";
import { beyondSecretLimits } from "../secrets/beyond-limits.ts";
import { deniedReopenings, pastSecrets } from "../secrets/past-secrets.ts";
import { claimForAll } from "../secrets/visible-claims.ts";
import { type AtStack, atStack } from "../stacks/at-stack.ts";
import { checkProject, contextOf, missingConfig, projectOf } from "../stacks/declared-context.ts";
import { withClouds } from "../stacks/known-clouds.ts";
import { undoRequest } from "../undo/undo-request.ts";
import { othersInside } from "./advice/others-inside.ts";
import type { CheckedPlanRequest } from "./checked-plan-request.ts";
import { keptView, type PlanMade } from "./kept-plans.ts";

export interface PlanRequest {
  readonly stack: string;
  readonly kind: "apply" | "destroy";
  /**
   * Null takes the one that is kept for the stack. A destroy needs none, since the state knows what there is; of one
   * that is given its project counts, and what it keeps: `protect`, `retainOnDelete`, `onDestroy`.
   */
  readonly declaration: DeclarationText | null;
  /** False believes the last observations of managed objects. */
  readonly refresh: boolean;
  /** Config keys whose values are to be missing, though the last run had them. */
  readonly withoutConfig?: readonly string[];
  readonly dropAllOf?: readonly string[];
  readonly selection?: Selection;
}

/** Reads the platforms, plans, and keeps the plan under its digest. Changes nothing on any platform. */
export async function planStack(request: PlanRequest, deployment: Deployment): Promise<PlanView> {
  // A destroy tells no problems of its text.
  const declaration = request.kind === "apply" ? await toApply(request, deployment) : null;
  const asked =
    declaration === null
      ? await destroyRequest(request, deployment)
      : await applyRequest(declaration, request, deployment);
  const made = await makeContent(asked, 1, deployment);
  const view = await keptView(made, asked.checked, deployment);
  return declaration === null ? view : { ...view, problems: await located(view.problems, declaration, deployment) };
}

/** The declaration that the request brings, or else the one that is kept for the stack. */
async function toApply({ declaration, stack }: PlanRequest, deployment: Deployment): Promise<DeclarationText> {
  const text = declaration ?? (await keptDeclaration(stack, deployment));
  if (text !== null) return text;
  throw new Rejection("unprocessable", [
    problem("no-declaration", `the request brings no declaration, and none is kept for stack \`${stack}\``),
  ]);
}

/** What is to be planned of a declaration, once it has passed its checks; a Rejection where it does not. */
async function applyRequest(
  declaration: DeclarationText,
  { stack, refresh, dropAllOf = [], selection = {}, withoutConfig = [] }: PlanRequest,
  deployment: Deployment,
): Promise<CheckedPlanRequest> {
  const { checked, language, problems } = await acceptAgain(declaration, atStack(stack, deployment));
  const declared = { project: checked.project, context: contextOf(checked, declaration), withoutConfig };
  return { stack, kind: "apply", refresh, dropAllOf, selection, checked, language, problems, ...declared };
}

/** What is to be planned for a destroy, which plans without a declaration that passes no check. */
async function destroyRequest(
  { stack, declaration, refresh, dropAllOf = [], selection = {} }: PlanRequest,
  deployment: Deployment,
): Promise<CheckedPlanRequest> {
  const project = declaration === null ? "" : await projectOf(declaration, deployment);
  const text = declaration ?? (await keptDeclaration(stack, deployment));
  const language = await expressionLanguage({});
  const checked = await declaredProviders(text, atStack(stack, deployment));
  const keeps = await keptBy(text, deployment);
  return { stack, kind: "destroy", refresh, dropAllOf, selection, checked, language, problems: [], project, keeps };
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

/**
 * Plans the inverse of what a run did, field by field: what it made goes, what it changed gets its past values, what
 * it deleted or let go comes back. Nothing else is looked at or planned, and where a later run stands on what is to be
 * undone, the plan is refused. It is reviewed and carried out like any other. `dropAllOf`: providers of which every
 * record may go.
 */
export async function planUndo(
  stack: string,
  run: string,
  deployment: Deployment,
  dropAllOf: readonly string[] = [],
): Promise<PlanView> {
  const asked = await undoRequest(stack, run, deployment, dropAllOf);
  return keptView(await makeContent(asked, 1, deployment), null, deployment);
}

/** Observes and plans. Under an aborted signal nothing is asked any more, and what comes of it is no plan to go by. */
export async function makeContent(
  request: CheckedPlanRequest,
  round: number,
  deployment: Deployment,
  signal?: AbortSignal,
): Promise<PlanMade> {
  const { stack, kind, language, selection = {} } = request;
  const { store, catalog, clock, ids, turns } = deployment;
  const { state, indeterminate, advice, inFlight, duringRun } = await recoverStack(stack, deployment, signal);
  checkProject(stack, request.project ?? "");
  const { drivers } = atStack(stack, deployment, state.lineage);
  const undo = await request.undo?.(state);
  const checked = undo?.checked ?? request.checked;
  const keepsSecrets = !mayReveal(stack, deployment.authority);
  const isAnyNew = checked?.nodes.some(({ kind: of, address }) => of === "resource" && !state.records.has(address));
  const past = keepsSecrets && isAnyNew === true ? await pastSecrets(stack, deployment) : new Map();
  const { snapshot, problems } = await observe({
    stack,
    checked,
    language,
    state,
    indeterminate,
    catalog,
    driverOf: drivers,
    claims: async (keys) => (await store.claims(keys)).map((claim) => claimForAll(claim, stack, deployment.authority)),
    ids,
    clock,
    parallel: readParallelism,
    turns,
    refresh: request.refresh || state.restored !== undefined,
    keepsSecrets,
    pastSecrets: past,
    ...(state.restored === undefined ? { unread: leftUnread(selection, kind, checked, state) } : {}),
    ...(undo === undefined ? {} : { only: undo.scope }),
    ...(signal === undefined ? {} : { signal }),
  });
  // A later round is made by the run that holds the stack.
  const holder = round === 1 ? await holderNow(stack, deployment) : null;
  const atWork = holder === null ? [] : [runAtWork(stack, holder)];
  const declaration = checked === null ? null : { checked, language };
  const sinceBackup = round === 1 ? await sinceBackupIn({ stack, state, declaration }, deployment) : [];
  const planning = planInParts({
    kind,
    checked,
    ...(request.keeps === undefined ? {} : { keeps: request.keeps }),
    snapshot,
    catalog,
    language,
    round,
    problems: [...atWork, ...sinceBackup, ...request.problems, ...advice, ...problems],
    ...(undo === undefined ? {} : { undo: undo.scope }),
    drops: await dropsAllowed(stack, request, snapshot, deployment),
    selection,
  });
  const made = await inTurns(planning, turns);
  const denied = [
    ...(await inTurns(deniedSteps(made.steps, stack, deployment), turns)),
    ...deniedOpenings(made.optionChanges ?? [], stack, deployment.authority),
    ...deniedReopenings(made.steps, stack, past, deployment),
  ];
  const beyond =
    kind === "apply" ? await beyondSecretLimits(made.steps, atStack(stack, deployment, state.lineage)) : [];
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
  const beside = await besideSteps(made.steps, request, state, deployment);
  const problemsTold = withReportedErrors([...made.problems, ...missing, ...beyond, ...denied, ...beside]);
  return { content: { ...made, bindings, problems: problemsTold }, state, inFlight };
}

/** What is to be said of the credentials that steps go by, and of what goes with objects that they delete. */
async function besideSteps(
  steps: readonly Step[],
  { stack, refresh }: Pick<CheckedPlanRequest, "stack" | "refresh">,
  state: StackState,
  deployment: Deployment,
): Promise<readonly Problem[]> {
  const ending = await endingCredentials(steps, stack, deployment);
  return refresh ? [...ending, ...(await othersInside(steps, stack, state, deployment))] : ending;
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
