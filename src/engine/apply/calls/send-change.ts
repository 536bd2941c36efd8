import { sleepUntil } from "../../../../packages/base/clock.ts";
import type { Observation, ReadOutcome, WriteOutcome } from "../../ports/driver.ts";
import { calledOff, isCalledOff, type Refusal } from "../../ports/outcome.ts";
import {
  type Intent,
  madeAnew,
  notShownYet,
  onlyRestored,
  type RecordEffect,
  type StepResult,
  stoodAlready,
  wasAsWanted,
  wasNotThere,
} from "../../state/journal.ts";
import { mayBeLeft } from "../../state/records/may-be-left.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import { isCreationRefused, isRepeated, refused } from "../refused.ts";
import type { RunContext } from "../run-context.ts";
import { boundChange } from "./bound-change.ts";
import { closeIntent, keepAnswered, keepFailed, notedJustNow, noteIntent, resultOf } from "./call-notes.ts";
import { claimKeyOf } from "./claim-key-of-step.ts";
import { endOfFailed } from "./end-of-failed.ts";
import { halfMadeStill, isOwnUnshown, mayHaveFoundExisting, writtenOver } from "./existing-object.ts";
import { follow, followEarlier } from "./follow-operation.ts";
import { awaitLateEffect } from "./late-effect.ts";
import { awaitEarlierCreation, heardOut, lostCreation, refuseWhileMade, waitForList } from "./lost-creation.ts";
import { type Answer, isExisting, isUnheard, makeCall } from "./make-call.ts";
import { readBack } from "./read-back.ts";
import { type Settled, settleChange } from "./settle-change.ts";
import { type Doubt, stillThere } from "./still-there.ts";

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
  /**
   * Closes the change's intent together with its effects on the records; `ends` when the whole step is done with it.
   */
  close(effects: readonly RecordEffect[], ends: boolean): Promise<void>;
}

/** How often a change is sent anew after a conflict or an unknown outcome that a read has settled. */
const maxAttempts = 5;

/**
 * A platform that gave no clear answer, or met another hand, is left in peace: twice as long each time, from so many
 * milliseconds.
 */
const pauseMs = 200;

/**
 * Carries one change to the platform: intent durable, one call, the operation's name durable, operation awaited,
 * conflicts and unknown outcomes settled by reading. A crash leaves the intent open, and a read finds what became of
 * it. Throws StepWaits while an operation runs; called again then, it goes on with that operation and sends nothing
 * twice.
 */
export function sendChange(step: WritingStep, change: NotedChange, context: RunContext): Promise<Sent> {
  return new ChangeSender(step, change, context).send();
}

/** One send of a change, or what goes on of it, and how it was answered. */
interface Attempt {
  /** The first is 1. */
  readonly number: number;
  readonly intent: Intent;
  readonly answer: Answer;
  readonly wasSent: boolean;
  /** What a look has shown after which it was not sent. */
  readonly seen?: ReadOutcome;
  /** The version that it was sent under. */
  readonly demanded?: string | null;
  /** It was sent before: what that may have made is our own. */
  readonly isSentBefore: boolean;
}

type Failed = Extract<WriteOutcome, { kind: "failed" }>;
type Absent = Extract<WriteOutcome, { kind: "absent" }>;
type Done = Extract<WriteOutcome, { kind: "done" }>;

/** What is known of a call whose run broke off. */
const brokenOff: Refusal = { kind: "unknown", detail: "the run that made the call broke off" };

/** A change on its way, through all its attempts. A method that gives null leads to another attempt. */
class ChangeSender {
  readonly step: WritingStep;
  readonly context: RunContext;
  readonly key: string;
  /** The intent that an earlier advance has left waiting for its operation. */
  readonly open: ReturnType<RunContext["waitingIntent"]>;
  change: NotedChange;
  /** Closed together with the next attempt's beginning, so that no crash leaves the object without an intent. */
  former: readonly StepResult[] = [];
  /** An attempt that was answered may have taken effect all the same. */
  mayBeMade: boolean;
  /** An attempt was not answered. */
  isUnanswered = false;
  /** A deletion was answered in a way that proves nothing, and may have happened: what is told of it in the end. */
  denied: Refusal | undefined;
  /** The platform has been asked what else was begun about an object that is not there. */
  isAsked = false;
  /** And its list has had the time to tell. */
  hasWaited = false;

  constructor(step: WritingStep, change: NotedChange, context: RunContext) {
    this.step = step;
    this.change = change;
    this.context = context;
    this.key = claimKeyOf(step, change, context);
    this.open = context.waitingIntent(step.id);
    this.mayBeMade = this.open?.intent.mayBeMade === true;
  }

  async send(): Promise<Sent> {
    const earlier = this.open === undefined ? await this.#awaitEarlier() : null;
    if (earlier !== null) return earlier;
    for (let number = this.open?.intent.attempt ?? 1; ; number += 1) {
      const sent = await this.#end(await this.#attempt(number));
      if (sent !== null) return sent;
    }
  }

  /** Waits for what an earlier run has begun on the object, and finds out what is left to be changed after that. */
  async #awaitEarlier(): Promise<Sent | null> {
    const { step, change, context, key } = this;
    if (change.operation === "create") await awaitEarlierCreation(step, change, key, context);
    // A delete is sent in any case: an operation that has ended tells more than a read.
    if (!(await followEarlier(step, key, context)) || change.operation === "delete") return null;
    const settled = await settleChange(step, change, brokenOff, context);
    if (settled.kind === "done") return this.#sent(null, settled.observation);
    if (settled.kind === "again") this.change = settled.change;
    return null;
  }

  /** Goes on with the attempt that waits for its operation, or sends the change if all is still as its plan saw it. */
  async #attempt(number: number): Promise<Attempt> {
    const { step, change, context, open, former, mayBeMade } = this;
    if (open !== undefined && number === open.intent.attempt)
      return this.#heard(number, open.intent, await follow(step, change, open, context));
    const intent = await noteIntent(step, change, number, context, { former, mayBeMade });
    const bound = await boundChange(step, change, this.isUnanswered || mayBeMade, context);
    if (bound.kind === "send") {
      const noted = await notedJustNow(step, intent, context);
      const made = await makeCall(step, this.#onceOnly(bound.change), noted, context);
      return { ...(await this.#heard(number, made.intent, made.answer)), demanded: bound.change.condition };
    }
    const { outcome: answer, seen } = bound;
    const isSentBefore = this.#isSentBefore(answer);
    return { number, intent, answer, wasSent: false, ...(seen === undefined ? {} : { seen }), isSentBefore };
  }

  async #heard(number: number, intent: Intent, first: Answer): Promise<Attempt> {
    const { step, change, context } = this;
    const isSentBefore = this.#isSentBefore(first);
    const answer = await heardOut(step, change, intent, first, isSentBefore, context);
    const wasSent = !(answer.kind === "conflict" && answer.isUnsent === true);
    return { number, intent, answer, wasSent, isSentBefore };
  }

  #isSentBefore(answer: Answer): boolean {
    return this.mayBeMade || isRepeated(answer) || this.context.open.isReissued(this.step.uid, this.key);
  }

  async #end(attempt: Attempt): Promise<Sent | null> {
    const { operation, precedes } = this.change;
    const { intent, answer } = attempt;
    if (answer.kind === "failed") return this.#endFailed(intent, answer);
    if (answer.kind === "done") return this.#endDone(attempt, answer);
    if (answer.kind !== "absent") return this.#settle(attempt, answer);
    if (operation === "delete") return this.#endDeletion(attempt, answer);
    return precedes === "delete" ? this.#sent(intent.seq, null) : this.#settle(attempt, answer);
  }

  async #endDone(attempt: Attempt, done: Done): Promise<Sent | null> {
    const { step, change, context } = this;
    const { intent, isSentBefore } = attempt;
    const isOver = done.hasStood === true && change.prior === null && !isSentBefore;
    if (isOver && !isOwnUnshown(step, change, context)) {
      const failure = writtenOver(step, change);
      await keepAnswered(step, intent, failure.problem.detail, context);
      throw failure;
    }
    if (change.operation === "delete") return this.#endDeletion(attempt, done);
    const observation = done.observation ?? (await readBack(step, change, context));
    return this.#sent(intent.seq, observation, { found: isOver ? stoodAlready : foundBy(done) });
  }

  /** The platform says that what was to be deleted is gone, or was not there. */
  async #endDeletion(attempt: Attempt, answer: Done | Absent): Promise<Sent | null> {
    const { step, change, context } = this;
    // What was deleted by an answer before, and is not there by this one, is gone: reads lag behind.
    const isProven = answer.kind === "absent" && (answer.mayBeOurs === true || !this.#wasNeverDeleted());
    const doubt = isProven ? undefined : await stillThere(step, change, answer, context);
    if (doubt?.isUnread === true && answer.kind === "done")
      return this.#settle(attempt, { kind: "unknown", detail: doubt.detail });
    if (doubt !== undefined) return this.#deleteAgain(attempt, doubt);
    if (answer.kind === "absent") return this.#endAbsent(attempt, answer);
    return this.#sent(attempt.intent.seq, null, answer.wasAbsent === true ? { found: onlyRestored } : {});
  }

  async #deleteAgain({ number, intent }: Attempt, { detail, mayHaveDeleted }: Doubt): Promise<null> {
    const { step, context } = this;
    if (mayHaveDeleted) this.denied = { kind: "unknown", detail };
    const result = { seq: intent.seq, outcome: "failed", detail, mayHaveDeleted } as const;
    if (number >= maxAttempts) {
      await closeIntent(step, result, context);
      throw refused(step, this.denied ?? { kind: "unavailable", detail, retryAfterMs: null });
    }
    this.former = [resultOf(step, result, context)];
    await this.#pauseAfter(number, "unknown");
    return null;
  }

  /** Nothing is there to be deleted: what was begun before may make it still, and then the call is made again. */
  async #endAbsent({ intent: { seq } }: Attempt, { detail, mayBeOurs }: Absent): Promise<Sent | null> {
    const { step, change, context, key } = this;
    const isFollowed = !this.isAsked && (await refuseWhileMade(step, change, key, context, seq));
    if (!isFollowed && !(await awaitLateEffect(step, key, context)))
      return this.#sent(seq, null, mayBeOurs !== true && this.#wasNeverDeleted() ? { found: wasNotThere } : {});
    const result = { seq, outcome: "failed", detail } as const;
    if (context.input.signal.aborted) {
      await closeIntent(step, result, context);
      throw refused(step, calledOff);
    }
    // What an operation made that ended between the call and the question shows itself to the same call again, as does
    // what came late.
    this.former = [resultOf(step, result, context)];
    this.isAsked = isFollowed && (this.hasWaited || !(await waitForList(step, key, context)));
    this.hasWaited = true;
    return null;
  }

  /** Ends an operation that has failed; its result all the same where that is an end. */
  async #endFailed(intent: Intent, failed: Failed): Promise<Sent> {
    const { step, change, context, key } = this;
    const { seq } = intent;
    const end = await endOfFailed(step, change, intent, failed, context);
    if (end.kind === "gone") return this.#sent(seq, null);
    const { detail } = end.failure.problem;
    if (end.kind === "closed") {
      const isNothing = end.effects.length === 0;
      const effects = isNothing ? context.releaseOf(step, key, seq) : end.effects;
      const settledNow = isNothing ? [] : context.open.settled(step.uid, key, seq);
      const mayHaveChanged = change.operation === "update";
      const hasStood = end.hasStood === true;
      const result = { seq, outcome: "failed", detail, effects, mayHaveChanged, hasStood } as const;
      await closeIntent(step, result, context, settledNow);
    }
    if (end.kind === "unshown") await keepFailed(step, intent, detail, failed.detail, context);
    throw end.failure;
  }

  /** Finds out by a look what came of an attempt that was refused or not answered. */
  async #settle(attempt: Attempt, refusal: Refusal): Promise<Sent | null> {
    const { step, change, context, mayBeMade } = this;
    const isLast = attempt.number >= maxAttempts;
    if (isUnheard(refusal)) this.isUnanswered = true;
    const settled = await settleChange(step, change, refusal, context, { ...attempt, mayBeMade, isLast });
    if (settled.kind === "done") return this.#endStanding(attempt, refusal, settled.observation);
    if (settled.kind === "again" && !isLast) return this.#sendAgain(attempt, refusal, settled.change);
    return this.#fail(attempt, refusal, settled);
  }

  /** The object is as it was to be, or gone as it was to go. */
  async #endStanding(attempt: Attempt, refusal: Refusal, observation: Observation | null): Promise<Sent> {
    const { step, change, context } = this;
    const { intent, wasSent, isSentBefore } = attempt;
    // It met what an earlier send made; the operation of that time tells whether it is whole, unless it was asked.
    const isAsked = isUnheard(refusal) || (isExisting(refusal) && isSentBefore);
    const isMet = change.operation === "create" && wasSent && !isAsked;
    const told = isMet ? await lostCreation(step, change, intent, refusal, context) : undefined;
    const failed = told ?? halfMadeStill(step, change, observation, context);
    if (failed !== undefined) return this.#endFailed(intent, failed);
    const mayBeOurs = isSentBefore || refusal.kind === "unknown";
    const hasStood = mayHaveFoundExisting(step, change, observation, { wasSent, mayBeOurs }, context);
    const isUncalled = !wasSent && !mayBeOurs && !context.isBegun(step.id) && isOnlyItsWrite(step);
    return this.#sent(intent.seq, observation, { hasStood, found: isUncalled ? wasAsWanted : "" });
  }

  async #sendAgain({ number, intent, wasSent }: Attempt, refusal: Refusal, change: NotedChange): Promise<null> {
    const { seq } = intent;
    this.former = [resultOf(this.step, { seq, outcome: "failed", detail: refusal.detail }, this.context)];
    // What no read shows may have happened: reads lag behind, and a call refused for its version may have come twice.
    if (wasSent && !isCreationRefused(this.change, refusal)) this.mayBeMade = true;
    this.change = change;
    await this.#pauseAfter(number, refusal.kind);
    return null;
  }

  async #fail({ intent, wasSent }: Attempt, refusal: Refusal, settled: Settled): Promise<never> {
    const { step, context, key } = this;
    // A deletion that is not sent again has been answered all the same: it is no step that was not reached.
    const told = isCalledOff(refusal) ? this.denied : undefined;
    const isTold = told === undefined && settled.kind === "failed";
    const failure = isTold ? settled.failure : refused(step, told ?? refusal);
    const { detail } = failure.problem;
    // An unknown outcome stays open, so that the next run looks again.
    const staysOpen = wasSent && settled.kind === "failed" && settled.staysOpen === true;
    const isOpen = this.isUnanswered || this.mayBeMade || staysOpen;
    const { seq } = intent;
    const result = { seq, outcome: "failed", detail } as const;
    if (!isOpen) await closeIntent(step, { ...result, effects: context.releaseOf(step, key, seq) }, context);
    else if (!this.isUnanswered) await keepAnswered(step, intent, detail, context);
    throw failure;
  }

  /** Leaves the platform in peace before the next attempt, which follows no operation of this one. */
  async #pauseAfter(attempt: number, why: Refusal["kind"]): Promise<void> {
    const { step, context } = this;
    context.forgetWaiting(step.id);
    const { clock, signal } = context.input;
    const afterMs = pauseMs * 2 ** attempt;
    const until = context.deadline(step).in(afterMs);
    context.tellRetry(step, { why, afterMs });
    await sleepUntil(until, clock, signal);
  }

  /** Whether no call of ours, of this run or one before, may have deleted what is not there. */
  #wasNeverDeleted(): boolean {
    const { step, context, open, denied, isUnanswered, mayBeMade } = this;
    const earlier = context.open.intents(step.uid, this.key).some(({ operation }) => operation === "delete");
    const isUnseen = context.input.progress.unseen.has(step.id);
    return !(open !== undefined || denied !== undefined || isUnanswered || mayBeMade || earlier || isUnseen);
  }

  /** A deletion that brings something back, and may have done so before. */
  #onceOnly(deletion: NotedChange): NotedChange {
    const isAgain = deletion.operation === "delete" && deletion.restores !== undefined && !this.#wasNeverDeleted();
    return isAgain ? { ...deletion, mayBeDone: true } : deletion;
  }

  #sent(
    seq: number | null,
    observation: Observation | null,
    { hasStood = false, found = "" }: { readonly hasStood?: boolean; readonly found?: string } = {},
  ): Sent {
    const { step, change, context, key } = this;
    const isNothing = change.operation === "delete" && found === wasNotThere;
    // What was not there for the first call may show itself to the deletion.
    const isSettled = change.precedes === undefined || observation !== null;
    const remains = isNothing ? mayBeLeft(context.open.intents(step.uid, key), context.now()) : undefined;
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
          remains === undefined && isSettled ? context.open.settled(step.uid, key, seq) : [],
        ),
    };
  }
}

/** Whether nothing comes of a step but what its write does to the object: it takes nothing over, and ends none. */
function isOnlyItsWrite(step: WritingStep): boolean {
  return step.kind === "write" && (step.action === "update" || step.action === "create");
}

/** What a write has found that its plan did not see, as the detail of its result tells it. */
function foundBy({ isUnshown, isAnew }: Done): string {
  if (isUnshown === true) return notShownYet;
  return isAnew === true ? madeAnew : "";
}
