import type { Result } from "../../../packages/base/result.ts";
import type { Asked } from "../../contract/api.ts";
import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { hasNoStackYet } from "../stacks/known-stack.ts";
import { dropAllOfIn, dropAllOfOption } from "./drop-all-of-option.ts";
import {
  changedOption,
  excludeOption,
  maxDeletionsOption,
  noDeleteOption,
  replaceOption,
  selectionIn,
  skipUnreadableOption,
  targetOption,
} from "./selection-options.ts";

/** Config keys that the user says are to be without their values. */
export const withoutConfigOption = {
  name: "without-config",
  value: "KEY",
  repeatable: true,
  summary: "let a config value go that the last run had; repeatable",
} as const;

/** Options that a plan is made by. */
const planning = [
  ...[targetOption, changedOption, excludeOption, replaceOption, skipUnreadableOption, noDeleteOption],
  ...[maxDeletionsOption, withoutConfigOption, dropAllOfOption],
].map(({ name }) => name);

/** A mistake where an option names a plan that is made already, and another one says how it is to be made. */
export function madeOtherwise(
  option: string,
  { arguments: { values, flags }, settings: { config } }: Invocation,
): UsageMistake | undefined {
  const isConfigured = Object.keys(config).length > 0;
  const other = planning.find((name) => values.has(name) || flags.has(name)) ?? (isConfigured ? "config" : undefined);
  if (other === undefined) return undefined;
  return { detail: `--${option} and --${other} can't be combined: that plan is made already, without regard to it.` };
}

/** What is told of the round that a program's declaration is planned for. */
type RoundRequest = NonNullable<Extract<Asked<"createPlan">["body"], { readonly kind: "apply" }>["round"]>;

/**
 * Plans a declaration without carrying it out. A stack that does not exist is a mistake, but not for users who name
 * none and whose project has none yet.
 */
export async function askPlan(
  invocation: Invocation,
  declaration: DeclarationText,
  refresh = true,
  round?: RoundRequest,
): Promise<Result<PlanView, ProblemDocument>> {
  const path = { stack: invocation.settings.stack };
  const asked = {
    declaration,
    refresh,
    ...(round === undefined ? {} : { round }),
    ...withoutConfigOf(invocation),
    ...dropAllOfIn(invocation),
    ...selectionIn(invocation),
  };
  const body = { kind: "apply", ...asked } as const;
  const ask = async (whole: PlanRequest) => await invocation.api.call("createPlan", { path, body: whole });
  const answer = invocation.arguments.flags.has(changedOption.name)
    ? await askChanged(invocation, body, ask)
    : await invocation.api.call("createPlan", { path, body });
  if (answer.ok || !(await hasNoStackYet(invocation, answer.error))) return answer;
  return await invocation.api.call("createPlan", { path, body: { ...body, newStack: true } });
}

type PlanRequest = Asked<"createPlan">["body"];

/**
 * Asks for a plan. With `--changed` it is about what the declaration changes: a first plan, from the records alone,
 * tells what that is.
 */
export async function askChanged(
  { arguments: { flags } }: Invocation,
  body: PlanRequest,
  ask: (body: PlanRequest) => Promise<Result<PlanView, ProblemDocument>>,
): Promise<Result<PlanView, ProblemDocument>> {
  if (!flags.has(changedOption.name) || body.kind !== "apply") return await ask(body);
  const recorded = await ask({ ...body, refresh: false });
  if (!recorded.ok) return recorded;
  const { steps, deferred } = recorded.value;
  const changed = [...steps.filter(({ action }) => action !== "same" && action !== "read"), ...deferred];
  if (changed.length === 0) return recorded;
  return await ask({ ...body, target: [...new Set(changed.map(({ name }) => name))] });
}

/** What `--without-config` says, for the request for a plan. */
export function withoutConfigOf({ arguments: { values } }: Invocation): { readonly withoutConfig?: readonly string[] } {
  const withoutConfig = values.get(withoutConfigOption.name) ?? [];
  return withoutConfig.length === 0 ? {} : { withoutConfig };
}
