import { problem } from "../../../../packages/base/problems/problem.ts";
import type { Step } from "../../plan/plan.ts";
import type { RunContext } from "../run-context.ts";
import { StepCalledOff, StepFailed } from "../step-failed.ts";
import { givenBefore } from "./ready-object.ts";

/**
 * The end of a step of several calls, told with what its first one has done. A step that was called off after it is
 * half done, and no step that was not begun. The end of any other step is told as it is.
 */
export function withEarlierCall(step: Step, end: StepFailed, context: RunContext): StepFailed {
  const done = context.isBegun(step.id) ? doneBy(step, context) : undefined;
  if (done === undefined) return end;
  const next = step.kind === "removal" ? "deletion" : "change";
  if (end instanceof StepCalledOff) {
    const detail = `${done} by now, and nothing else was done: the run was cancelled before the ${next}`;
    return new StepFailed(problem("half-done", detail, { address: step.address }));
  }
  const detail = `${done} by now, and the ${next} did not succeed: ${end.problem.detail}`;
  return new StepFailed({ ...end.problem, detail });
}

/** What the first call has done, in words. */
function doneBy(step: Step, context: RunContext): string | undefined {
  if (step.kind === "write") return "it is undeleted";
  if (step.kind !== "removal") return undefined;
  const given = Object.entries(givenBefore(step, context));
  if (given.length === 0) return undefined;
  return given.map(([name, value]) => `\`${name}\` is ${JSON.stringify(value)}`).join(" and ");
}
