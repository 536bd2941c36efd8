import { problem } from "../../../../packages/base/problems/problem.ts";
import { isCalledOff, type Refusal } from "../../ports/outcome.ts";
import { refused } from "../refused.ts";
import { StepFailed } from "../step-failed.ts";

/** When to ask again after an operation that goes by another name than the one that was noted. */
export const askAgainMs = 2_000;

interface OfStep {
  readonly address: string;
}

/**
 * Asking after an operation was refused, which says nothing of the write: it goes on, and its intent and name stay
 * open.
 */
export function questionRefused(step: OfStep, refusal: Refusal): StepFailed {
  if (isCalledOff(refusal)) return refused(step, refusal);
  const detail = `asking after the operation failed: ${withoutStop(refusal.detail)}; the operation goes on; run again`;
  return new StepFailed(problem("operation-unasked", detail, step));
}

/**
 * A creation was not answered (`answer`), and the platform does not say whether it goes on: nothing more is sent, and
 * its intent stays open.
 */
export function unaskedLoss(step: OfStep, answer: Refusal, question: Refusal): StepFailed {
  return new StepFailed(
    problem(
      "outcome-unknown",
      `${withoutStop(answer.detail)}; asking whether it goes on failed: ${withoutStop(question.detail)}; run again`,
      step,
    ),
  );
}

/** The same of a creation that a run which broke off has begun. */
export function unaskedEarlier(step: OfStep, id: string, question: Refusal): StepFailed {
  if (isCalledOff(question)) return refused(step, question);
  const detail =
    `a run that broke off may still be making \`${id}\`, and asking for that failed: ` +
    `${withoutStop(question.detail)}; run again`;
  return new StepFailed(problem("operation-unasked", detail, step));
}

/**
 * A creation has met an object that an earlier send of ours may have made, and no read shows it: its intent stays open.
 */
export function metUnshown(step: OfStep, id: string, words: string): StepFailed {
  const detail =
    `\`${id}\` exists, and an earlier send of ours may have made it: ${withoutStop(words)}; ` +
    "no read shows it yet; run again";
  return new StepFailed(problem("outcome-unknown", detail, step));
}

/** A creation that a run which broke off has begun goes on. */
export function stillMade({ address }: OfStep, id: string): StepFailed {
  const detail = `\`${id}\` is still being made by what a run that broke off has begun; run again`;
  return new StepFailed(problem("unsettled", detail, { address }));
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** The platform does not know an operation any more, and the object does not tell how it ended. */
export function operationForgotten(step: OfStep, id: string): StepFailed {
  return new StepFailed(
    problem(
      "outcome-unknown",
      `the platform does not know the operation any more, and \`${id}\` does not show how it ended; run again`,
      step,
    ),
  );
}

/** An operation of an earlier run has ended with an error; the next look tells what it has left. */
export function operationFailed(step: OfStep, why: string): StepFailed {
  return new StepFailed(problem("operation-failed", `the operation ended with ${why}; run again`, step));
}
