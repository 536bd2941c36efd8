import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { StepView } from "../../contract/documents/plans/steps.ts";
import type { Invocation } from "../command.ts";
import { readDeclaration, sourcesOf } from "../declarations/declaration-file.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { applyNewPlan } from "../runs/apply-plan.ts";
import { reportRunMistake } from "../runs/run-lines.ts";
import { replaceOption } from "../runs/selection-options.ts";
import { programOf } from "./program-registry.ts";

/**
 * Applies a declaration, and goes on with the next one that its program gives, until the program can tell all of it.
 * What the first plan left open is approved with it, as far as it neither replaces nor deletes anything; whatever goes
 * beyond is asked for, and with `--yes` it is not done (decision 0019).
 */
export async function applyInRounds(invocation: Invocation, first: DeclarationText): Promise<number> {
  const postponed = new Set<string>();
  const note = (plan: PlanView): undefined => {
    for (const { name } of plan.deferred) postponed.add(name);
  };
  let code = await applyNewPlan(invocation, "apply", first, sourcesOf(first), note);
  let untold = programOf(first)?.untold;
  while (code === exitCodes.done && untold !== undefined) {
    const next = await readDeclaration(invocation, "to plan");
    if (!next.ok) return reportRunMistake(invocation, next.error);
    const still = programOf(next.value)?.untold;
    if (still === untold) {
      const detail = `The program still can't tell all of its declaration: ${still}.`;
      const hint = "Secret values never reach a program, and what has no value on the platform never will.";
      return reportRunMistake(invocation, { detail, hint });
    }
    untold = still;
    code = await applyNewPlan(replacedOnce(invocation), "apply", next.value, sourcesOf(next.value), (plan) => {
      const isWithin = plan.steps.every(
        (step) => isHarmless(step) || (postponed.has(step.name) && !isDestructive(step)),
      );
      note(plan);
      if (isWithin) return "approved";
      return invocation.arguments.flags.has("yes") ? "stopped" : undefined;
    });
  }
  return code;
}

/** What `--replace` names was replaced by the first plan. */
function replacedOnce(invocation: Invocation): Invocation {
  const values = new Map(invocation.arguments.values);
  values.delete(replaceOption.name);
  return { ...invocation, arguments: { ...invocation.arguments, values } };
}

function isHarmless({ action }: StepView): boolean {
  return action === "same" || action === "read";
}

function isDestructive({ action }: StepView): boolean {
  return action === "replace" || action === "delete";
}
