import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { type InParts, mappedInParts } from "../../../../packages/base/turns.ts";
import type { Action } from "../../../contract/action.ts";
import type { Catalog, ResourceDefinition } from "../../../definitions/schema/definition.ts";
import type { OptionChange, Step } from "../../../engine/plan/plan.ts";
import { removedBy } from "../../../engine/plan/removals/removed-objects.ts";
import type { RecordedProvider } from "../../../engine/state/records/record.ts";
import type { Authority } from "../../access/authority.ts";
import { isOwnStack } from "../../stack-name.ts";
import { valuesBroughtBack, valuesTakenAway, writtenValues } from "./policy-values.ts";

/** Who is asked about a step, and what the definitions say of its values. */
interface Deciding {
  readonly authority: Authority;
  readonly catalog: Pick<Catalog, "resources">;
}

/**
 * Why whoever `authority` stands for may not have a step of a plan carried out; null when they may. Asked when the step
 * is planned and again before it is carried out, since a stored plan carries no rights.
 */
export function deniedStep(step: Step, stack: string, { authority, catalog }: Deciding): Problem | null {
  const { address, type } = step;
  const about = (values: ReturnType<typeof writtenValues>, ofOthers = false) => {
    const resource = { type, address, origin: originOf(step.provider), ofOthers };
    return { stack: stackAskedAbout(stack), resource: values === undefined ? resource : { ...resource, values } };
  };
  for (const action of actionsOf(step)) {
    const decision = authority.decide(action, about(writtenValues(step)));
    if (decision.kind === "allowed") continue;
    const what = step.kind === "write" && action === "resource:delete" ? "take away the object of" : step.action;
    const detail = `${authority.caller.name} may not ${what} \`${address}\`: ${decision.why}`;
    return problem("not-permitted", detail, { address });
  }
  for (const { action, values, what } of grantsBeside(step, catalog.resources[type] ?? {})) {
    const decision = authority.decide(action, about(values, true));
    if (decision.kind === "allowed") continue;
    const detail = `${authority.caller.name} may not ${what} beside \`${address}\`: ${decision.why}`;
    return problem("not-permitted", detail, { address });
  }
  return null;
}

/** A grant of others that goes is deleted, and one that comes back is made again, whatever step does it. */
function grantsBeside(step: Step, definition: Pick<ResourceDefinition, "grants">) {
  const taken = valuesTakenAway(step, definition);
  const back = valuesBroughtBack(step, definition);
  return [
    ...taken.map((values) => ({ action: "resource:delete", values, what: "take away what stands" }) as const),
    ...back.map((values) => ({ action: "resource:create", values, what: "bring back what stood" }) as const),
  ];
}

/**
 * Why steps of a plan may not be carried out, one problem each; in parts, as each may cost the policies a fresh look.
 */
export function* deniedSteps(steps: readonly Step[], stack: string, deciding: Deciding): InParts<readonly Problem[]> {
  const denied = yield* mappedInParts(steps, (step) => deniedStep(step, stack, deciding) ?? []);
  return denied.flat();
}

/** Whether whoever `authority` stands for may see what a stack keeps secret. */
export function mayReveal(stack: string, authority: Authority): boolean {
  return authority.decide("secret:reveal", { stack: stackAskedAbout(stack) }).kind === "allowed";
}

/** Problems with outputs that a plan would no longer keep secret, for who may not see them. */
export function deniedOpenings(
  changes: readonly OptionChange[],
  stack: string,
  authority: Authority,
): readonly Problem[] {
  const decision = authority.decide("secret:reveal", { stack: stackAskedAbout(stack) });
  if (decision.kind === "allowed") return [];
  return changes.flatMap(({ address, option, old, new: next }) => {
    if (option !== "additionalSecretOutputs" || !Array.isArray(old)) return [];
    const left = Array.isArray(next) ? next : [];
    const opened = old.filter((name) => !left.includes(name)).map((name) => `\`${String(name)}\``);
    if (opened.length === 0) return [];
    const detail =
      `${authority.caller.name} may not take ${opened.join(", ")} out of \`additionalSecretOutputs\` of ` +
      `\`${address}\`: ${decision.why}`;
    return [problem("not-permitted", detail, { address })];
  });
}

/** The same before a step is carried out: by the rights of this moment, and who may no longer run may not go on. */
export async function deniedNow(step: Step, stack: string, deciding: Deciding): Promise<Problem | null> {
  const { authority } = deciding;
  const now = (await authority.renewed?.()) ?? authority;
  const running = isOwnStack(stack) ? now.decide("object:write", { stack: null }) : now.decide("run:start", { stack });
  if (running.kind === "allowed") return deniedStep(step, stack, { ...deciding, authority: now });
  const { address } = step;
  return problem("not-permitted", `${now.caller.name} may not carry out steps any more: ${running.why}`, { address });
}

/** An object that is managed by itself belongs to no stack. */
export function stackAskedAbout(stack: string): string | null {
  return isOwnStack(stack) ? null : stack;
}

/**
 * What a step is in the words of the policies: all that it does to objects. None where it only reads, or renames a
 * record.
 */
function actionsOf(step: Step): readonly Action[] {
  const action = actionOf(step);
  if (action === null) return [];
  if (step.kind !== "write" || step.action !== "update") return [action];
  // What moves is made where nothing stood, and the object that a write takes away is deleted.
  return [
    action,
    ...(step.former === "superseded" && step.prior === null ? (["resource:create"] as const) : []),
    ...(removedBy(step) === null ? [] : (["resource:delete"] as const)),
  ];
}

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
function originOf({ config: { baseUrl } }: RecordedProvider) {
  return typeof baseUrl === "string" ? (URL.parse(baseUrl)?.origin ?? null) : null;
}
