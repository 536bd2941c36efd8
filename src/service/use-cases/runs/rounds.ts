import { jsonOf } from "../../../../packages/base/json/plain.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { expressionLanguage } from "../../../engine/expressions/expression-language.ts";
import type { Plan, Step } from "../../../engine/plan/plan.ts";
import { removedBy } from "../../../engine/plan/removals/removed-objects.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../../deployment.ts";
import { keepPlan } from "../plans/kept-plans.ts";
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

/**
 * What of a later round the approved plan did not allow: a step at an address that it did not defer, an action that it
 * did not name, and whatever takes an object or what others have set away. One problem a step; none means that the
 * round may go on.
 */
export function beyondApproval(approved: Plan, next: Plan): readonly Problem[] {
  const errors = next.problems.filter((each) => each.severity === "error");
  const detail = `the run has had ${mostRounds} rounds; review and run plan ${next.digest}`;
  const beyond = next.round > mostRounds ? [problem("approval-needed", detail, {})] : [];
  const allowed = new Map(approved.deferred.map((each) => [each.address, each.allowedActions]));
  const excess = next.steps.filter((step) => {
    if (step.kind === "read") return false;
    return isDestructive(step) || allowed.get(step.address)?.includes(step.action) !== true;
  });
  return [
    ...errors,
    ...beyond,
    ...excess.map((step) =>
      problem(
        "approval-needed",
        `\`${step.address}\` turned out to need ${step.action}; review and run plan ${next.digest}`,
        { address: step.address },
      ),
    ),
  ];
}

function isDestructive(step: Step): boolean {
  return step.kind === "removal" || step.action === "replace" || removedBy(step) !== null || takesFromOthers(step);
}

/** A write that takes away what others have granted, or goes over what stood before us. */
function takesFromOthers(step: Step): boolean {
  if (step.kind !== "write") return false;
  const isOverStanding = step.beforeUs !== undefined && step.fields.some(({ old }) => old !== undefined);
  return (step.displaces ?? []).length > 0 || (step.action === "create" && isOverStanding);
}
