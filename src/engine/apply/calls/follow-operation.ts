import { isAsWanted } from "../../../definitions/schema/comparison/compare-objects.ts";
import type { Change, OperationOutcome, WriteOutcome } from "../../ports/driver.ts";
import { changeOf, wantedBy } from "../../recover/open-change.ts";
import { isSentAgain } from "../../state/drift/stood-before.ts";
import type { WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";
import { StepWaits } from "../step-waits.ts";
import { leftBehind } from "./left-behind.ts";
import { askAgainMs, operationFailed, operationForgotten, questionRefused } from "./operation-indeterminate.ts";

// Operations that a call has begun, followed to their end: those of this step, and those of earlier runs.

/** How an operation has ended; unknown where it tells of another object. */
type Ended = Extract<WriteOutcome, { kind: "done" | "failed" | "unknown" }>;

/** An operation that the platform does not know may have begun a moment ago; after so long it is known or forgotten. */
const notYetKnownMs = 60_000;

/** Follows an operation that an earlier run began on the same object, if there is one, to its end. */
export async function followEarlier(step: WritingStep, key: string, context: RunContext): Promise<boolean> {
  const earlier = context.open.earlierOperation(step.uid, key);
  if (earlier === undefined) return false;
  const deadline = context.deadline(step);
  const driver = context.input.driverOf(step.provider);
  const outcome = await deadline.bound(() =>
    driver.poll(changeOf(earlier.intent), earlier.operationName, context.signalOf(step)),
  );
  if (outcome.kind === "pending") {
    context.tellEarlierWork(step, earlier.intent, earlier.operationName);
    throw new StepWaits(deadline.in(outcome.pollAfterMs));
  }
  // A name that is taken by what an earlier send of ours may have made says nothing against it: the operation is over,
  // and that is all.
  const isAgain = isSentAgain(earlier.intent, context.open.intents(step.uid, key));
  if (outcome.kind === "failed" && outcome.isTaken === true && isAgain) return true;
  // What it has left the next look tells, which finds it noted as open still.
  if (outcome.kind === "failed") throw operationFailed(step, outcome.detail);
  if (outcome.kind === "unknown" && driver.operationOf !== undefined) {
    const begun = changeOf(earlier.intent);
    const found = await driver.operationOf(begun, context.signalOf(step));
    if (found.kind === "found") {
      context.tellEarlierWork(step, earlier.intent, found.operationName);
      throw new StepWaits(deadline.in(askAgainMs));
    }
    if (found.kind !== "none") throw questionRefused(step, found);
    const failed = begun.operation === "create" ? await leftBehind(step, begun, found, context) : found.failed;
    if (failed !== undefined) throw operationFailed(step, failed.detail);
  }
  if (outcome.kind !== "done" && outcome.kind !== "unknown") throw questionRefused(step, outcome);
  return true;
}

/** Asks once after an operation of this step. Intent and name stay open unless the answer tells how it ended. */
export async function follow(
  step: WritingStep,
  change: Change,
  { operationName, noted }: NonNullable<ReturnType<RunContext["waitingIntent"]>>,
  context: RunContext,
): Promise<Ended> {
  const deadline = context.deadline(step);
  const signal = context.signalOf(step);
  const driver = context.input.driverOf(step.provider);
  const outcome = await deadline.bound(() => driver.poll(change, operationName, signal));
  if (outcome.kind === "pending") throw new StepWaits(deadline.in(outcome.pollAfterMs));
  if (outcome.kind === "done" || outcome.kind === "failed") return outcome;
  if (outcome.kind === "unknown" && outcome.isOfAnother === true) return outcome;
  if (outcome.kind !== "unknown") throw questionRefused(step, outcome);
  // It may not be known yet. Later its name says nothing, and the object's may.
  if (noted.ms < notYetKnownMs) throw new StepWaits(deadline.in(askAgainMs));
  const found: OperationOutcome = (await driver.operationOf?.(change, signal)) ?? { kind: "none" };
  if (found.kind === "found") throw new StepWaits(deadline.in(askAgainMs));
  if (found.kind !== "none") throw questionRefused(step, found);
  const seen = await deadline.bound(() => driver.read(change.target, signal));
  const definition = context.definition(step.type);
  const there = seen.kind === "done" && !seen.observation.deleted ? seen.observation : null;
  if (seen.kind === "absent" && change.operation === "delete") return { kind: "done", observation: null };
  const isMade =
    there !== null && isAsWanted(definition, there.outputs, wantedBy(change.operation, change, definition));
  if (change.operation !== "delete" && isMade) return found.failed ?? { kind: "done", observation: there };
  throw operationForgotten(step, change.target.id);
}
