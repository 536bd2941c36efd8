import type { DeclarationText } from "../../contract/documents/declarations.ts";
import type { Invocation } from "../command.ts";
import { readDeclaration, sourcesOf } from "../declarations/declaration-file.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { applyNewPlan, type Rounds } from "../runs/apply-plan.ts";
import { isDetached } from "../runs/detach-option.ts";
import { reportRunMistake } from "../runs/run-lines.ts";
import { replaceOption } from "../runs/selection-options.ts";
import { programOf } from "./program-registry.ts";

/**
 * Applies a declaration, and goes on with the next one that its program gives, until the program can tell all of it.
 * What the plan before left open is approved with it, as far as it takes nothing away; whatever goes beyond is asked
 * for, and with `--yes` it is not done (decision 0019, decision 0119).
 */
export async function applyInRounds(invocation: Invocation, first: DeclarationText): Promise<number> {
  const rounds: Rounds = { after: undefined };
  let code = await applyNewPlan(invocation, "apply", first, sourcesOf(first), rounds);
  let pending = programOf(first)?.pending;
  if (isDetached(invocation)) {
    if (code === exitCodes.done && pending !== undefined)
      invocation.diagnostics.write(
        `The program tells the rest after this run (${pending}): run plumb up again then.\n`,
      );
    return code;
  }
  while (code === exitCodes.done && pending !== undefined) {
    const next = await readDeclaration(invocation, "to plan");
    if (!next.ok) return reportRunMistake(invocation, next.error);
    const still = programOf(next.value)?.pending;
    if (still === pending) {
      const detail = `The program still can't tell all of its declaration: ${still}.`;
      const hint = "Secret values never reach a program, and what has no value on the platform never will.";
      return reportRunMistake(invocation, { detail, hint });
    }
    pending = still;
    code = await applyNewPlan(replacedOnce(invocation), "apply", next.value, sourcesOf(next.value), rounds);
  }
  return code;
}

/** What `--replace` names was replaced by the first plan. */
function replacedOnce(invocation: Invocation): Invocation {
  const values = new Map(invocation.arguments.values);
  values.delete(replaceOption.name);
  return { ...invocation, arguments: { ...invocation.arguments, values } };
}
