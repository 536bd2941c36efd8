import { jsonOf } from "../../../../packages/base/json/plain.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { expressionLanguage } from "../../../engine/expressions/expression-language.ts";
import type { Plan, Step, StepAction } from "../../../engine/plan/plan.ts";
import { removedBy } from "../../../engine/plan/removals/removed-objects.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";
import { keepPlan, storedPlan } from "../plans/kept-plans.ts";
import { makeContent } from "../plans/make-plans.ts";

/** A plan and the state that it is bound to. */
export interface Round {
  readonly plan: Plan;
  readonly state: StackState;
}

/** More rounds than any honest chain of deferred decisions needs: a run asks before it takes another one. */
const mostRounds = 100;

/**
 * Plans what a finished plan had to defer, now that more is known; null when it deferred nothing but reads that its own
 * run has done, or when nothing came of it. "cancelled" where the signal came before that was known.
 */
export async function nextRound(
  done: Plan,
  checked: CheckedDeclaration | null,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<Round | null | "cancelled"> {
  const taken = new Set(done.steps.map((step) => step.address));
  const unread = new Set(done.deferred.map(({ address }) => address).filter((address) => !taken.has(address)));
  const isOpen = done.deferred.some(({ address, allowedActions }) =>
    allowedActions.some((action) => action !== "read" || unread.has(address)),
  );
  const { kind, bindings } = done;
  if (kind === "refresh" || kind === "import") return null;
  if (!isOpen || checked === null) return null;
  const language = await expressionLanguage(jsonOf(checked));
  const { dropAllOf = [], selection = {} } = bindings;
  const request = { stack: done.stack, kind, checked, language, problems: [], refresh: true, dropAllOf, selection };
  const { content, state } = await makeContent(request, done.round + 1, deployment, signal);
  if (signal.aborted) return "cancelled";
  const hasWork =
    content.steps.some((step) => step.kind !== "read" || unread.has(step.address)) ||
    content.problems.some((each) => each.severity === "error");
  return hasWork ? { plan: await keepPlan(content, checked, deployment), state } : null;
}

/** What keeps a run from going on with a later round: errors in its plan, and what goes beyond the approved one. */
export function beyondApproval(approved: Plan, next: Plan): readonly Problem[] {
  const errors = next.problems.filter((each) => each.severity === "error");
  const detail = `the run has had ${mostRounds} rounds; review and run plan ${next.digest}`;
  const beyond = next.round > mostRounds ? [problem("approval-needed", detail, {})] : [];
  return [...errors, ...beyond, ...excess(approved, next)];
}

/**
 * What of a later round the approved plan did not allow: a step at an address that it did not defer, an action that it
 * did not name, and whatever takes an object or what others have set away. One problem a step.
 */
function excess(approved: Plan, next: Plan): readonly Problem[] {
  const allowed = new Set(
    approved.deferred.flatMap(({ address, allowedActions }) => allowedActions.map((action) => `${action} ${address}`)),
  );
  const beyond = next.steps.filter(
    (step) => step.kind !== "read" && (isDestructive(step) || !allowed.has(`${step.action} ${step.address}`)),
  );
  return beyond.map((step) =>
    problem(
      "approval-needed",
      `\`${step.address}\` turned out to need ${step.action}; review and run plan ${next.digest}`,
      { address: step.address },
    ),
  );
}

function isDestructive(step: Step): boolean {
  // What an earlier round has replaced or moved has a former object, and that this goes was approved with it.
  if (step.kind === "removal") return !step.superseded || step.by !== undefined;
  return step.action === "replace" || removedBy(step) !== null || takesFromOthers(step);
}

/** A write that takes away what others have granted, or goes over what stood before us. */
function takesFromOthers(step: Step): boolean {
  if (step.kind !== "write") return false;
  const isOverStanding = step.beforeUs !== undefined && step.fields.some(({ old }) => old !== undefined);
  return (step.displaces ?? []).length > 0 || (step.action === "create" && isOverStanding);
}

/** What a request tells of the round that it is for. */
export interface AskedRound {
  /** Resources with whose recorded outputs the declaration was computed. */
  readonly used?: readonly string[];
  /** Digest of the plan of the round before, which was carried out. */
  readonly after?: string;
}

/** What a program has to know of the plan of its round (decision 0119). */
export async function roundOf(
  stack: string,
  digest: string,
  { used = [], after }: AskedRound,
  deployment: Deployment,
): Promise<NonNullable<PlanView["round"]>> {
  const { plan } = await storedPlan(stack, digest, deployment);
  const changing = changedBy(plan);
  const doubted = used.filter((name) => changing.has(name));
  const approved = after === undefined ? undefined : (await storedPlan(stack, after, deployment)).plan;
  return { doubted, beyond: approved === undefined ? [] : excess(approved, plan) };
}

/** Actions after which what is recorded at an address is as before; of what is deleted there, another object is. */
const quiet: ReadonlySet<StepAction> = new Set(["read", "delete", "retain", "move"]);

/** The declared resources whose recorded outputs a plan does not leave as they are, or can't decide about. */
function changedBy({ steps, deferred, moved = [], recordUpdates }: Plan): ReadonlySet<string> {
  return new Set([
    ...steps.filter(({ action }) => !quiet.has(action)).map(({ address }) => address),
    ...deferred.filter((each) => !each.allowedActions.every((action) => quiet.has(action))).map((each) => each.address),
    ...moved.map(({ address }) => address),
    ...recordUpdates.filter(({ identity }) => identity !== undefined).map(({ address }) => address),
  ]);
}
