import { unreachable } from "../../../packages/base/invariant.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import type { Change, WriteOutcome } from "../ports/driver.ts";
import { calledOff, deniedCode, isCalledOff, type Refusal } from "../ports/outcome.ts";
import { StepCalledOff, StepFailed } from "./step-failed.ts";

/** A platform's refusal as the failure of a step, or that the call was not sent any more. */
export function refused(step: { readonly address: string }, refusal: Refusal): StepFailed {
  const place = { address: step.address };
  if (isCalledOff(refusal)) return new StepCalledOff(problem("not-reached", calledOff.detail, place));
  switch (refusal.kind) {
    case "absent":
      return new StepFailed(problem("not-found", refusal.detail, place));
    case "conflict":
      return new StepFailed(
        problem(
          refusal.reason === "exists"
            ? "already-exists"
            : refusal.reason === "stale-version"
              ? "stale-plan"
              : "refused-by-platform",
          refusal.detail,
          place,
        ),
      );
    case "denied":
      return new StepFailed(problem(deniedCode(refusal), refusal.detail, place));
    case "invalid":
      return new StepFailed(
        problem(refusal.code === "read-only" ? "read-only" : "refused-by-platform", refusal.detail, place),
      );
    case "unavailable": {
      const code = refusal.isLastlyRefused === true ? "refused-by-platform" : "platform-unavailable";
      return new StepFailed(problem(code, refusal.detail, place));
    }
    case "throttled":
      return new StepFailed(problem("platform-unavailable", refusal.detail, place));
    case "unknown":
      return new StepFailed(problem("outcome-unknown", refusal.detail, place));
    default:
      return unreachable(refusal);
  }
}

/**
 * Whether a send of a creation was answered, as a whole, with a refusal that says that nothing was done: what shows
 * itself later is not of its making. Of other changes, the next look at what is recorded tells.
 */
export function isCreationRefused({ operation }: Pick<Change, "operation">, answer: Refusal): boolean {
  if (operation !== "create" || isRepeated(answer)) return false;
  const { kind } = answer;
  return kind === "conflict" || kind === "denied" || kind === "invalid" || kind === "throttled";
}

/** Whether the same call was sent before, unseen by the caller, and no answer to that tells what it has done. */
export function isRepeated(answer: WriteOutcome): boolean {
  return "mayBeOurs" in answer && answer.mayBeOurs === true;
}
