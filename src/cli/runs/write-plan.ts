import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { Invocation } from "../command.ts";
import { type PlanStyle, renderPlan } from "../rendering/plan/render-plan.ts";
import type { Sources } from "../rendering/render-problems.ts";
import { writeProblems } from "../reports/report.ts";
import { writeLines } from "../terminal.ts";

/**
 * Shows a plan: its changes, then what is to be said of it, and last the line that sums it up. Gives whether anything
 * of it is folded.
 */
export function writePlan(
  invocation: Invocation,
  plan: PlanView,
  style: PlanStyle,
  problems: readonly Problem[],
  sources: Sources,
): boolean {
  const { changes, counts, isFolded } = renderPlan(plan, invocation.people, style);
  writeLines(invocation.people, changes);
  writeProblems(invocation, problems, sources);
  writeLines(invocation.people, counts);
  return isFolded;
}
