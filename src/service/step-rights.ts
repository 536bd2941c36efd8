import { derived } from "../base/derived.ts";
import { type Problem, problem } from "../base/problem.ts";
import type { Step } from "../engine/plan/plan.ts";
import type { RecordedProvider } from "../engine/state/record.ts";
import type { Action, Authority } from "./access/authority.ts";
import { isOwnStack } from "./stack-name.ts";

/**
 * Why whoever `authority` stands for may not have a step of a plan carried out; null when they may. Asked when the step is
 * planned and again before it is carried out, since a stored plan carries no rights.
 */
export function deniedStep(step: Step, stack: string, authority: Authority): Problem | null {
  const action = actionOf(step);
  if (action === null) return null;
  const { address, type } = step;
  const decision = authority.decide(action, {
    stack: stackAskedAbout(stack),
    resource: { type, address, origin: originOf(step.provider) },
  });
  if (decision.kind === "allowed") return null;
  return problem("not-permitted", `${authority.caller.name} may not ${step.action} \`${address}\`: ${decision.why}`, {
    address,
  });
}

/** The same before a step is carried out: by the rights of this moment, and who may no longer run may not go on. */
export async function deniedNow(step: Step, stack: string, authority: Authority): Promise<Problem | null> {
  const now = (await authority.renewed?.()) ?? authority;
  const running = isOwnStack(stack) ? now.decide("object:write", { stack: null }) : now.decide("run:start", { stack });
  if (running.kind === "allowed") return deniedStep(step, stack, now);
  const { address } = step;
  return problem("not-permitted", `${now.caller.name} may not carry out steps any more: ${running.why}`, { address });
}

/** An object that is managed by itself belongs to no stack. */
function stackAskedAbout(stack: string): string | null {
  return isOwnStack(stack) ? null : stack;
}

/** What a step is in the words of the policies; null where it only reads, or only renames a record. */
function actionOf(step: Step): Action | null {
  if (step.kind === "read" || step.kind === "move") return null;
  if (step.kind === "removal") return step.how === "restore" ? "resource:update" : "resource:delete";
  if (step.kind === "record") return step.action === "import" ? "resource:import" : null;
  switch (step.action) {
    case "create":
    case "undelete":
    // What it replaces is removed by a step of its own.
    case "replace":
      return "resource:create";
    case "import":
      return "resource:import";
    case "update":
    case "adopt":
      return "resource:update";
  }
}

/** Where a provider holds its objects, as far as it says. */
const originOf = derived(({ config: { baseUrl } }: RecordedProvider) =>
  typeof baseUrl === "string" ? (URL.parse(baseUrl)?.origin ?? null) : null,
);
