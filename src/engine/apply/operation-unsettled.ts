import { problem } from "../../base/problem.ts";
import { calledOff, type Refusal } from "../ports/outcome.ts";
import { refused } from "./refused.ts";
import { StepFailed } from "./step-failed.ts";

interface OfStep {
  readonly address: string;
}

/** Asking after an operation was refused, which says nothing of the write: it goes on, and its intent and handle stay open. */
export function questionRefused(step: OfStep, refusal: Refusal): StepFailed {
  if (refusal === calledOff) return refused(step, refusal);
  const detail = `asking after the operation failed: ${withoutStop(refusal.detail)}; the operation goes on; run again`;
  return new StepFailed(problem("operation-unasked", detail, step));
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** The platform does not know an operation any more, and the object does not tell how it ended. */
export function operationForgotten(step: OfStep, id: string): StepFailed {
  const detail = `the platform does not know the operation any more, and \`${id}\` does not show how it ended; run again`;
  return new StepFailed(problem("outcome-unknown", detail, step));
}

/** An operation of an earlier run has ended with an error; the next look tells what it has left. */
export function operationFailed(step: OfStep, why: string): StepFailed {
  return new StepFailed(problem("operation-failed", `the operation ended with ${why}; run again`, step));
}
