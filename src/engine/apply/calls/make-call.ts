import { withBeforeRepeat } from "../../ports/call-listener.ts";
import type { Change, WriteOutcome } from "../../ports/driver.ts";
import type { Refusal } from "../../ports/outcome.ts";
import type { Intent } from "../../state/journal.ts";
import type { WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";
import { StepWaits } from "../step-waits.ts";
import { notedJustNow, noteOperation } from "./call-notes.ts";

/** How a call was answered, in the end. */
export type Answer = Exclude<WriteOutcome, { kind: "pending" }>;

/**
 * One call, and the intent that stands for it in the end: where the call is put off and made again, it is noted once
 * more before that. Throws StepWaits, once that is noted, where it has begun an operation.
 */
export async function makeCall(
  step: WritingStep,
  change: Change,
  noted: Intent,
  context: RunContext,
): Promise<{ readonly answer: Answer; readonly intent: Intent }> {
  const driver = context.input.driverOf(step.provider);
  let intent = noted;
  const beforeRepeat = async () => {
    intent = await notedJustNow(step, intent, context);
  };
  const signal = withBeforeRepeat(context.signalOf(step), beforeRepeat);
  const outcome = await context
    .deadline(step)
    .bound(() => driver.write({ ...change, id: noted.idempotencyKey }, signal));
  if (outcome.kind !== "pending") return { answer: outcome, intent };
  await noteOperation(step, intent, outcome.operationName, context, outcome.mayBeMade);
  context.tellWork(step);
  throw new StepWaits(context.deadline(step).in(outcome.pollAfterMs));
}

/** No answer tells of the call. */
export function isUnheard(answer: Answer): answer is Extract<Refusal, { kind: "unknown" }> {
  return answer.kind === "unknown" && answer.isOfAnother !== true;
}

/** Of a creation: something stands already, be it that the answer has lost the code that says so. */
export function isExisting(answer: Answer): answer is Extract<Refusal, { kind: "conflict" }> {
  return answer.kind === "conflict" && answer.reason !== "wrong-state";
}
