import { sleepUntil } from "../../../../packages/base/clock.ts";
import type { Change, Observation, WriteOutcome } from "../../ports/driver.ts";
import { calledOff, isCalledOff, type Refusal } from "../../ports/outcome.ts";
import {
  type Intent,
  madeAnew,
  notShownYet,
  onlyRestored,
  type RecordEffect,
  type StepResult,
  stoodAlready,
  wasNotThere,
} from "../../state/journal.ts";
import { mayBeLeft } from "../../state/records/may-be-left.ts";
import type { RunContext } from "../run-context.ts";
import { StepWaits } from "../step-waits.ts";
import { awaitEarlierCreation, lostCreation, refuseWhileMade, waitForList } from "../steps/lost-creation.ts";
import type { NotedChange, WritingStep } from "../steps/noted-change.ts";
import { isCreationRefused, isRepeated, refused } from "../steps/refused.ts";
import { boundChange } from "./bound-change.ts";
import { closeIntent, keepAnswered, keepFailed, noteHandle, noteIntent, resultOf } from "./call-notes.ts";
import { claimKeyOf } from "./claim-key-of.ts";
import { endOfFailed } from "./failed-operation.ts";
import { follow, followEarlier } from "./follow-operation.ts";
import { awaitLateEffect } from "./late-effect.ts";
import { isOwnUnshown, metStanding, writtenOver } from "./met-standing.ts";
import { readBack } from "./read-back.ts";
import { settleChange } from "./settle-change.ts";
import { stillThere } from "./still-there.ts";

/** The result of one change: the object as it is now, null when it is gone. */
export interface Sent {
  readonly observation: Observation | null;
  /** A deletion found nothing, and no call of ours has taken it away. */
  readonly wasAbsent?: true;
  /** What a failed creation may have left there and nothing shows yet, in words; it stays to be looked for. */
  readonly remains?: string;
  /** What the platform's answers have shown beside that, as the result's detail tells it; empty where nothing. */
  readonly found: string;
  /** What was to be written stood already, as far as anybody can tell. */
  readonly hasStood?: true;
  /** Closes the change's intent together with its effects on the records; `ends` when the whole step is done with it. */
  close(effects: readonly RecordEffect[], ends: boolean): Promise<void>;
}

type Answer = Exclude<WriteOutcome, { kind: "pending" }>;

/** How often a change is sent anew after a conflict or an unknown outcome that a read has settled. */
const maxAttempts = 5;

/** A platform that gave no clear answer, or met another hand, is left in peace: twice as long each time, from so many milliseconds. */
const pauseMs = 200;

/**
 * Carries one change to the platform: intent durable, one call, handle durable, operation awaited, conflicts and unknown
 * outcomes settled by reading. A crash leaves the intent open, and what became of it is found by a read. Throws StepWaits
 * while an operation runs; called again then, it goes on with that operation and sends nothing twice.
 */
export async function sendChange(step: WritingStep, first: NotedChange, context: RunContext): Promise<Sent> {
  let change = first;
  const key = claimKeyOf(step, change, context);
  const open = context.waitingIntent(step.id);
  if (open === undefined && change.operation === "create") await awaitEarlierCreation(step, change, key, context);
  // A delete is sent in any case: an operation that has ended tells more than a read.
  if (open === undefined && (await followEarlier(step, key, context)) && change.operation !== "delete") {
    const settled = await settleChange(step, change, brokenOff, context);
    if (settled.kind === "done") return sentBy(null, settled.observation);
    if (settled.kind === "again") change = settled.change;
  }
  // Closed together with the next attempt's beginning, so that no crash leaves the object without an intent.
  let former: readonly StepResult[] = [];
  let mayBeMade = open?.intent.mayBeMade === true;
  let isUnanswered = false;
  /** A deletion was answered in a way that proves nothing, and may have happened: what is told of it in the end. */
  let denied: Refusal | undefined;
  let isAsked = false;
  let hasWaited = false;
  for (let attempt = open?.intent.attempt ?? 1; ; attempt += 1) {
    const isResumed = open !== undefined && attempt === open.intent.attempt;
    const intent = isResumed ? open.intent : await noteIntent(step, change, attempt, context, { former, mayBeMade });
    const bound = isResumed ? ({ kind: "send", change } as const) : await boundChange(step, change, context);
    const answer =
      bound.kind === "keep"
        ? bound.outcome
        : isResumed
          ? await follow(step, change, open, context)
          : await call(step, onceOnly(bound.change), intent, context);
    // What a send before this one may have made is our own.
    const isSentBefore = mayBeMade || isRepeated(answer) || context.isReissued(step.uid, key);
    let outcome = bound.kind === "send" ? await heardOut(step, change, intent, answer, isSentBefore, context) : answer;
    const seen = bound.kind === "keep" ? bound.seen : undefined;
    const wasSent = bound.kind === "send" && !(outcome.kind === "conflict" && outcome.isUnsent === true);
    const { seq } = intent;
    const isOver = outcome.kind === "done" && outcome.hasStood === true && change.prior === null;
    const isOwn = isOver && !isSentBefore && isOwnUnshown(step, change, context);
    if (isOver && !isSentBefore && !isOwn) {
      const failure = writtenOver(step, change);
      await keepAnswered(step, intent, failure.problem.detail, context);
      throw failure;
    }
    if (outcome.kind === "failed") return endFailed(intent, outcome);
    if (change.operation === "delete" && (outcome.kind === "done" || outcome.kind === "absent")) {
      // What was deleted by an answer before, and is not there by this one, is gone: reads lag behind.
      const isProven = outcome.kind === "absent" && (outcome.mayBeOurs === true || !wasNeverDeleted());
      const doubt = isProven ? undefined : await stillThere(step, change, outcome, context);
      if (doubt?.isUnread === true && outcome.kind === "done") outcome = { kind: "unknown", detail: doubt.detail };
      else if (doubt !== undefined) {
        const { detail, mayHaveDeleted } = doubt;
        if (mayHaveDeleted) denied = { kind: "unknown", detail };
        const result = { seq, outcome: "failed", detail, mayHaveDeleted } as const;
        if (attempt >= maxAttempts) {
          await closeIntent(step, result, context);
          throw refused(step, denied ?? { kind: "unavailable", detail, retryAfterMs: null });
        }
        former = [resultOf(step, result, context)];
        await pauseAfter(attempt, "unknown");
        continue;
      }
    }
    if (outcome.kind === "done") {
      const isGone = change.operation === "delete";
      if (isGone) return sentBy(seq, null, outcome.wasAbsent === true ? { found: onlyRestored } : {});
      const found = isOwn ? stoodAlready : foundBy(outcome);
      if (outcome.observation === null) return sentBy(seq, await readBack(step, change, context), { found });
      return sentBy(seq, outcome.observation, { found });
    }
    if (outcome.kind === "absent" && change.operation === "delete") {
      const isFollowed: boolean = !isAsked && (await refuseWhileMade(step, change, key, context, seq));
      if (!isFollowed && !(await awaitLateEffect(step, key, context)))
        return sentBy(seq, null, outcome.mayBeOurs !== true && wasNeverDeleted() ? { found: wasNotThere } : {});
      if (context.input.signal.aborted) {
        await closeIntent(step, { seq, outcome: "failed", detail: outcome.detail }, context);
        throw refused(step, calledOff);
      }
      // What an operation made that ended between the call and the question shows itself to the same call again, as does what came late.
      former = [resultOf(step, { seq, outcome: "failed", detail: outcome.detail }, context)];
      isAsked = isFollowed && (hasWaited || !(await waitForList(step, key, context)));
      hasWaited = true;
      continue;
    }
    if (outcome.kind === "absent" && change.precedes === "delete") return sentBy(seq, null);
    if (isUnheard(outcome)) isUnanswered = true;
    const isLast = attempt >= maxAttempts;
    const known = { mayBeMade, wasSent, isLast, ...(seen === undefined ? {} : { seen }) };
    const settled = await settleChange(step, change, outcome, context, known);
    if (settled.kind === "done") {
      // The only send met what an earlier run made; the operation of that time tells whether it is whole.
      const isMetAtOnce = isExisting(outcome) && wasSent && !isSentBefore && change.operation === "create";
      const failed = isMetAtOnce ? await lostCreation(step, change, intent, outcome, context) : undefined;
      if (failed !== undefined) return endFailed(intent, failed);
      const mayBeOurs = isSentBefore || outcome.kind === "unknown";
      return sentBy(seq, settled.observation, {
        hasStood: metStanding(step, change, settled.observation, { wasSent, mayBeOurs }, context),
      });
    }
    if (settled.kind === "again" && !isLast) {
      former = [resultOf(step, { seq, outcome: "failed", detail: outcome.detail }, context)];
      // What no read shows may have happened: reads lag behind, and a call refused for its version may have come twice.
      if (wasSent && !isCreationRefused(change, outcome)) mayBeMade = true;
      change = settled.change;
      await pauseAfter(attempt, outcome.kind);
      continue;
    }
    // A deletion that is not sent again has been answered all the same: it is no step that was not reached.
    const told = isCalledOff(outcome) ? denied : undefined;
    const failure = told === undefined && settled.kind === "failed" ? settled.failure : refused(step, told ?? outcome);
    // An outcome that nobody knows stays open, so that the next run looks again.
    const staysOpen = wasSent && settled.kind === "failed" && settled.staysOpen === true;
    const isOpen = isUnanswered || mayBeMade || staysOpen;
    const { detail } = failure.problem;
    if (!isOpen)
      await closeIntent(step, { seq, outcome: "failed", detail, effects: context.releaseOf(step, key) }, context);
    else if (!isUnanswered) await keepAnswered(step, intent, detail, context);
    throw failure;
  }

  /** Ends an operation that has failed; its result all the same where that is an end. */
  async function endFailed(intent: Intent, failed: Extract<WriteOutcome, { kind: "failed" }>): Promise<Sent> {
    const { seq } = intent;
    const end = await endOfFailed(step, change, intent, failed, context);
    if (end.kind === "gone") return sentBy(seq, null);
    if (end.kind === "closed") {
      const effects = end.effects.length === 0 ? context.releaseOf(step, key) : end.effects;
      const settledNow = end.effects.length === 0 ? [] : context.settledIntents(step.uid, key, seq);
      const mayHaveChanged = change.operation === "update";
      const { detail } = end.failure.problem;
      const result = {
        seq,
        outcome: "failed",
        detail,
        effects,
        mayHaveChanged,
        hasStood: end.hasStood === true,
      } as const;
      await closeIntent(step, result, context, settledNow);
    }
    if (end.kind === "unshown") await keepFailed(step, intent, end.failure.problem.detail, failed.detail, context);
    throw end.failure;
  }

  /** Leaves the platform in peace before the next attempt, which follows no operation of this one. */
  async function pauseAfter(attempt: number, why: Refusal["kind"]): Promise<void> {
    context.forgetWaiting(step.id);
    const { clock, signal } = context.input;
    const afterMs = pauseMs * 2 ** attempt;
    const until = context.deadline(step).in(afterMs);
    context.tellRetry(step, { why, afterMs });
    await sleepUntil(until, clock, signal);
  }

  /** Whether no call of ours, of this run or one before, may have deleted what is not there. */
  function wasNeverDeleted(): boolean {
    const earlier = context.openIntents(step.uid, key).some(({ operation }) => operation === "delete");
    const isUnseen = context.input.progress.unseen.has(step.id);
    return !(open !== undefined || denied !== undefined || isUnanswered || mayBeMade || earlier || isUnseen);
  }

  /** A deletion that brings something back, and may have done so before. */
  function onceOnly(deletion: NotedChange): NotedChange {
    const isAgain = deletion.operation === "delete" && deletion.restores !== undefined && !wasNeverDeleted();
    return isAgain ? { ...deletion, mayBeDone: true } : deletion;
  }

  function sentBy(
    seq: number | null,
    observation: Observation | null,
    { hasStood = false, found = "" }: { readonly hasStood?: boolean; readonly found?: string } = {},
  ): Sent {
    const isNothing = change.operation === "delete" && found === wasNotThere;
    // What was not there for the first call may show itself to the deletion.
    const isSettled = change.precedes === undefined || observation !== null;
    const remains = isNothing ? mayBeLeft(context.openIntents(step.uid, key), context.now()) : undefined;
    return {
      observation,
      ...(found === wasNotThere ? { wasAbsent: true } : {}),
      found,
      ...(hasStood ? { hasStood } : {}),
      ...(remains === undefined ? {} : { remains }),
      close: (effects, ends) =>
        closeIntent(
          step,
          { seq, outcome: "done", detail: found, effects, ends, hasStood, remains },
          context,
          remains === undefined && isSettled ? context.settledIntents(step.uid, key, seq) : [],
        ),
    };
  }
}

/** What a write has found that its plan did not see, as the detail of its result tells it. */
function foundBy({ isUnshown, isAnew }: Extract<WriteOutcome, { kind: "done" }>): string {
  if (isUnshown === true) return notShownYet;
  return isAnew === true ? madeAnew : "";
}

/** What is known of a call whose run broke off. */
const brokenOff: Refusal = { kind: "unknown", detail: "the run that made the call broke off" };

/** One call, and the operation it may have begun, followed to its end. */
async function call(step: WritingStep, change: Change, intent: Intent, context: RunContext): Promise<Answer> {
  const driver = context.input.driverOf(step.provider);
  const outcome = await context
    .deadline(step)
    .bound(() => driver.write({ ...change, id: intent.idempotencyKey }, context.signalOf(step)));
  if (outcome.kind !== "pending") return outcome;
  await noteHandle(step, intent, outcome.handle, context, outcome.mayBeMade);
  context.tellWork(step);
  throw new StepWaits(context.deadline(step).in(outcome.pollAfterMs));
}

/**
 * The result of a creation, once the platform's operations are heard where its answer proves nothing. `mayBeOurs`: an
 * earlier send may have made what it has met.
 */
async function heardOut(
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

/** No answer tells of the call. */
function isUnheard(answer: Answer): answer is Extract<Refusal, { kind: "unknown" }> {
  return answer.kind === "unknown" && answer.isOfAnother !== true;
}

function isExisting(answer: Answer): answer is Extract<Refusal, { kind: "conflict" }> {
  return answer.kind === "conflict" && answer.reason === "exists";
}
