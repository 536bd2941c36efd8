import { sleepInSteps } from "../../../../packages/base/clock.ts";
import type { Change, Observation, Target, WriteOutcome } from "../../ports/driver.ts";
import { isCalledOff, type Refusal } from "../../ports/outcome.ts";
import { becameOfLost, type LostCall } from "../../recover/lost-call.ts";
import { byAge, type Intent } from "../../state/journal.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import { refused } from "../refused.ts";
import type { RunContext } from "../run-context.ts";
import { StepWaits } from "../step-waits.ts";
import { closeIntent, noteOperation } from "./call-notes.ts";
import { leftBehind } from "./left-behind.ts";
import { type Answer, isExisting, isUnheard } from "./make-call.ts";
import { askAgainMs, operationFailed, stillMade, unaskedEarlier, unaskedLoss } from "./operation-indeterminate.ts";

// What the platform's list of operations tells of creations whose answer was lost, in this run or before it.

/**
 * A platform lists an operation so long after the call that has begun it, at the latest. What most likely was
 * never begun is not waited for any longer.
 */
const listsLagMs = 2_000;

/**
 * What became of a creation that was answered in a way that proves nothing (`answer`). One that goes on is noted and
 * awaited, the error of one that has ended is its outcome. Undefined where only a read of the object tells. Where the
 * platform can't be asked, the step fails and its intent stays open.
 */
export async function lostCreation(
  step: WritingStep,
  change: Change,
  intent: Intent,
  answer: Refusal,
  context: RunContext,
): Promise<Extract<WriteOutcome, { kind: "failed" }> | undefined> {
  const { driverOf, clock } = context.input;
  const driver = driverOf(step.provider);
  if (driver.operationOf === undefined) return undefined;
  const signal = context.signalOf(step);
  const ask = () => becameOfLost(driver, change, intent.at, clock, signal);
  let told = await ask();
  // What has just been begun may not be listed yet.
  if (told.kind === "ended" && !told.isOfTheCall) {
    await sleepInSteps(untilListedMs(Date.parse(intent.at), context), clock, signal);
    told = await ask();
  }
  switch (told.kind) {
    case "goes-on":
      await noteOperation(step, intent, told.operationName, context);
      throw new StepWaits(context.deadline(step).in(askAgainMs));
    case "unasked":
      throw isCalledOff(told.refusal) ? refused(step, answer) : unaskedLoss(step, answer, told.refusal);
    case "ended":
      return told.isOfTheCall ? told.failed : leftBehind(step, change, told, context);
  }
}

/**
 * The result of a creation, once the platform's operations are heard where its answer proves nothing. `mayBeOurs`: an
 * earlier send may have made what it has met.
 */
export async function heardOut(
  step: WritingStep,
  change: Change,
  intent: Intent,
  answer: Answer,
  mayBeOurs: boolean,
  context: RunContext,
): Promise<Answer> {
  if (change.operation !== "create") return answer;
  // The only send that is told that its object exists has begun nothing: operations are others' affair.
  const isLost = isUnheard(answer) || (isExisting(answer) && mayBeOurs);
  const outcome = isLost ? ((await lostCreation(step, change, intent, answer, context)) ?? answer) : answer;
  if (outcome.kind !== "failed" || outcome.isTaken !== true || !mayBeOurs) return outcome;
  return { kind: "conflict", reason: "exists", detail: outcome.detail, version: null, mayBeOurs: true };
}

/**
 * Waits while a creation goes on that a run which broke off has begun: it may not have been listed when the plan was
 * made, and a second one is not sent beside it, nor while the platform can't be asked.
 */
export async function awaitEarlierCreation(
  step: WritingStep,
  change: NotedChange,
  key: string,
  context: RunContext,
): Promise<void> {
  if (!context.open.isReissued(step.uid, key)) return;
  await waitForList(step, key, context);
  const told = await earlierCreation(step, change, key, context);
  if (told.kind === "goes-on") {
    const latest = context.open.intents(step.uid, key).toSorted(byAge).at(-1);
    if (latest !== undefined) context.tellEarlierWork(step, latest, told.operationName);
    throw new StepWaits(context.deadline(step).in(askAgainMs));
  }
  if (told.kind === "unasked") throw unaskedEarlier(step, change.target.id, told.refusal);
}

/**
 * Fails the step while an operation goes on that a broken-off run may have begun: what was not there to be deleted will
 * be there when it ends. False where there is nothing to be asked.
 */
export async function refuseWhileMade(
  step: WritingStep,
  change: NotedChange,
  key: string,
  context: RunContext,
  seq: number,
): Promise<boolean> {
  const { operationOf } = context.input.driverOf(step.provider);
  if (operationOf === undefined || !context.open.isReissued(step.uid, key)) return false;
  const told = await earlierCreation(step, change, key, context);
  if (told.kind === "ended") return true;
  const { id } = change.target;
  const failure = told.kind === "unasked" ? unaskedEarlier(step, id, told.refusal) : stillMade(step, id);
  await closeIntent(step, { seq, outcome: "failed", detail: failure.problem.detail }, context);
  throw failure;
}

/**
 * What a creation of unknown end is taken to have made, once the platform has told that none of its operations goes on
 * or has left it half made. Undefined where there is no such creation, or nothing to be asked.
 */
export async function asLeftByEarlier(
  step: WritingStep,
  target: Target,
  claim: string,
  context: RunContext,
): Promise<Observation | undefined> {
  const { driverOf } = context.input;
  const driver = driverOf(step.provider);
  const key = context.claimKeyOf(step.type, step.provider.cloudId, claim);
  if (driver.operationOf === undefined || !context.open.isReissued(step.uid, key)) return undefined;
  const change: Change = { operation: "create", target, inputs: {}, fields: [], prior: null, condition: null };
  const told = await earlierCreation(step, change, key, context);
  if (told.kind === "goes-on") throw stillMade(step, target.id);
  if (told.kind === "unasked") throw unaskedEarlier(step, target.id, told.refusal);
  if (told.failed !== undefined) throw operationFailed(step, told.failed.detail);
  const seen = await driver.read(target, context.signalOf(step));
  if (seen.kind !== "done") throw refused(step, seen);
  return seen.observation;
}

/** Waits until what was begun about the object would be listed; false where it would have been long ago. */
export async function waitForList(step: WritingStep, key: string, context: RunContext): Promise<boolean> {
  const { clock, signal, driverOf } = context.input;
  const leftMs = untilListedMs(context.open.lastAt(step.uid, key), context);
  if (leftMs <= 0 || driverOf(step.provider).operationOf === undefined) return false;
  const detail =
    "an earlier run broke off during its call for this object; waiting until the platform shows whether it is still " +
    "at work on that call";
  context.tellWait(step, "earlier-run", detail);
  await sleepInSteps(leftMs, clock, signal);
  return true;
}

function earlierCreation(step: WritingStep, change: Change, key: string, context: RunContext): Promise<LostCall> {
  const { driverOf, clock } = context.input;
  const at = new Date(context.open.lastAt(step.uid, key)).toISOString();
  const creation = { ...change, operation: "create" } as const;
  return becameOfLost(driverOf(step.provider), creation, at, clock, context.signalOf(step));
}

/**
 * How long it takes until a call that was made at a time would be listed; not longer where our clock was set back
 * meanwhile.
 */
function untilListedMs(at: number, { input: { clock } }: RunContext): number {
  return Math.min(listsLagMs, at + listsLagMs - clock.now());
}
