import { unreachable } from "../../../packages/base/invariant.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import type { Change, WriteOutcome } from "../ports/driver.ts";
import { calledOff, deniedCode, isCalledOff, type Refusal } from "../ports/outcome.ts";
import { StepCalledOff, StepFailed } from "./step-failed.ts";

/** A platform's refusal as the failure of a step, or that the call was not sent any more. */
export function refused({ address }: { readonly address: string }, refusal: Refusal): StepFailed {
  if (isCalledOff(refusal)) return new StepCalledOff(problem("not-reached", calledOff.detail, { address }));
  return new StepFailed(problem(codeOf(refusal), refusal.detail, { address }));
}

function codeOf(refusal: Refusal): ProblemCode {
  switch (refusal.kind) {
    case "absent":
      return "not-found";
    case "conflict":
      return codeOfConflict(refusal.reason);
    case "denied":
      return deniedCode(refusal);
    case "invalid":
      return refusal.code === "read-only" ? "read-only" : "refused-by-platform";
    case "unavailable":
      return refusal.isLastlyRefused === true ? "refused-by-platform" : "platform-unavailable";
    case "throttled":
      return "platform-unavailable";
    case "unknown":
      return "outcome-unknown";
    default:
      return unreachable(refusal);
  }
}

function codeOfConflict(reason: Extract<Refusal, { kind: "conflict" }>["reason"]): ProblemCode {
  switch (reason) {
    case "exists":
      return "already-exists";
    case "stale-version":
      return "stale-plan";
    case "wrong-state":
      return "refused-by-platform";
    default:
      return unreachable(reason);
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
