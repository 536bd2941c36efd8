import { unreachable } from "../../../packages/base/invariant.ts";
import { type Problem, type ProblemPlace, problem } from "../../../packages/base/problems/problem.ts";
import type { Change, WriteOutcome } from "../ports/driver.ts";
import { calledOff, deniedCode, isCalledOff, type Refusal } from "../ports/outcome.ts";
import { StepCalledOff, StepFailed } from "./step-failed.ts";

type Conflict = Extract<Refusal, { kind: "conflict" }>;

/** A platform's refusal as the failure of a step, or that the call was not sent any more. */
export function refused({ address }: { readonly address: string }, refusal: Refusal): StepFailed {
  if (isCalledOff(refusal)) return new StepCalledOff(problem("not-reached", calledOff.detail, { address }));
  return new StepFailed(problemOf(refusal, { address }));
}

function problemOf(refusal: Refusal, place: ProblemPlace): Problem {
  const { detail } = refusal;
  switch (refusal.kind) {
    case "absent":
      return problem("not-found", detail, place);
    case "conflict":
      return conflictOf(refusal.reason, detail, place);
    case "denied":
      return problem(deniedCode(refusal), detail, place);
    case "invalid":
      return problem(refusal.code === "read-only" ? "read-only" : "refused-by-platform", detail, place);
    case "unavailable":
      return refusal.isLastlyRefused === true
        ? problem("refused-by-platform", detail, place)
        : problem("platform-unavailable", detail, place);
    case "throttled":
      return problem("platform-unavailable", detail, place);
    case "unknown":
      return problem("outcome-unknown", detail, place);
    default:
      return unreachable(refusal);
  }
}

function conflictOf(reason: Conflict["reason"], detail: string, place: ProblemPlace): Problem {
  switch (reason) {
    case "exists":
      return problem("already-exists", detail, place);
    case "stale-version":
      return problem("stale-plan", detail, place);
    case "wrong-state":
      return problem("refused-by-platform", detail, place);
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
