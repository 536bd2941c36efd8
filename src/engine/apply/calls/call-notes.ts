import { isRecent } from "../../../../packages/base/clock.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import { engineFlags, type Step } from "../../plan/plan.ts";
import type { Intent, RecordEffect, RecordSketch, StepResult } from "../../state/journal.ts";
import { namesIn } from "../../state/moves.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";
import { claimKeyOf } from "./claim-key-of-step.ts";

// What the journal is told of a call: that it is to be sent, the operation it has begun, and its end.

/** A call is sent at most so long after it was noted. */
const longestUnsentMs = 1_000;

/** What one call has come to, or a step without one. */
interface CallEnd {
  /** Number of its intent; null where no call was noted. */
  readonly seq: number | null;
  readonly outcome: "done" | "failed";
  readonly detail: string;
  readonly effects?: readonly RecordEffect[];
  /** The whole step is done with it. */
  readonly ends?: boolean;
  readonly hasStood?: boolean;
  readonly mayHaveChanged?: boolean;
  readonly mayHaveDeleted?: boolean;
  /** What a failed creation may have left, in words. */
  readonly remains?: string | undefined;
  /** Why a step has ended that no call of its own tells of. */
  readonly problem?: Problem;
}

/** What came before an attempt of a call. */
interface Earlier {
  /** Results of attempts that come to their end with it. */
  readonly former: readonly StepResult[];
  /** One of them may have had effect. */
  readonly mayBeMade: boolean;
}

/** Makes a call durable before it is sent. */
export async function noteIntent(
  step: WritingStep,
  change: NotedChange,
  attempt: number,
  context: RunContext,
  { former, mayBeMade }: Earlier,
): Promise<Intent> {
  const { input } = context;
  const before = change.stood === undefined ? change.prior : change.stood;
  const intent: Intent = {
    kind: "intent",
    format: 1,
    run: input.run,
    at: context.now(),
    seq: context.nextSeq(),
    step: step.id,
    uid: step.uid,
    address: step.address,
    type: step.type,
    attempt,
    epoch: input.epoch,
    identity: { id: change.target.id, claim: change.claim, variables: change.target.variables },
    claimKey: claimKeyOf(step, change, context),
    provider: step.provider,
    apiVersion: step.apiVersion,
    operation: change.operation,
    request: { inputs: change.inputs, fields: change.fields },
    before: before === null ? null : { outputs: before.outputs, version: before.version },
    ...(change.precedes === undefined ? {} : { precedes: change.precedes }),
    ...(change.displaced === undefined ? {} : { displaced: change.displaced }),
    ...(change.restores === undefined ? {} : { restores: change.restores }),
    ...(change.isFormerGone === true ? { isFormerGone: true as const } : {}),
    ...(change.unseen === undefined ? {} : { unseen: change.unseen }),
    condition: change.condition,
    record: change.record === null ? null : { ...change.record, ...namedBy(change.record, context) },
    idempotencyKey: input.ids.unique(),
    flags: engineFlags,
    ...(mayBeMade && change.operation === "create" ? { mayBeMade: true as const } : {}),
  };
  await context.journal([...former, intent], step);
  return intent;
}

/**
 * The intent of a call that is sent now. Where that was put off since it was noted, or the look before it took long,
 * the call is noted once more: a run that finds it open tells by its age whether it may still arrive (decision 0150).
 */
export async function notedJustNow(step: WritingStep, noted: Intent, context: RunContext): Promise<Intent> {
  if (isRecent(Date.parse(noted.at), context.input.clock.now(), longestUnsentMs)) return noted;
  const intent: Intent = { ...noted, at: context.now(), seq: context.nextSeq() };
  const detail = "it is sent later than it was noted, and is noted once more";
  const former = {
    ...resultOf(step, { seq: noted.seq, outcome: "failed", detail }, context),
    isNotedAgain: true,
  } as const;
  await context.journal([former, intent], step);
  return intent;
}

/** The uids of the resources that a record will name. Reads have none. */
function namedBy(record: RecordSketch, { records }: RunContext): Pick<RecordSketch, "named"> {
  const uids = namesIn(record).flatMap((name) => {
    const uid = records.at(name)?.uid;
    return uid === undefined ? [] : [[name, uid] as const];
  });
  return uids.length === 0 ? {} : { named: Object.fromEntries(uids) };
}

/**
 * Makes durable where the platform can be asked after an operation, until its end is noted. `isRepeated`: the call was
 * sent before, unseen, so that an operation which finds the name taken may have met what that one has made.
 */
export async function noteOperation(
  step: WritingStep,
  intent: Intent,
  operationName: string,
  context: RunContext,
  isRepeated = false,
): Promise<void> {
  const { ids, run } = context.input;
  const isNews = isRepeated && intent.mayBeMade !== true && intent.operation === "create";
  const begun: Intent = isNews
    ? { ...intent, seq: context.nextSeq(), idempotencyKey: ids.unique(), mayBeMade: true }
    : intent;
  const former = resultOf(step, { seq: intent.seq, outcome: "failed", detail: "the call was sent once more" }, context);
  const entries = isNews ? [former, begun] : [];
  await context.journal([...entries, { kind: "handle", run, intentSeq: begun.seq, url: operationName }], step);
  context.noteWaiting(step.id, begun, operationName);
}

/** Closes a call's intent, and with it what else was open about its object (`settled`). */
export async function closeIntent(
  step: WritingStep,
  end: CallEnd,
  context: RunContext,
  settled: readonly StepResult[] = [],
): Promise<void> {
  await context.journal([...settled, resultOf(step, end, context)], step);
  context.forgetWaiting(step.id);
}

/**
 * Notes the answer of a call that may have come twice; what it may have done under the other delivery stays to be
 * looked for.
 */
export async function keepAnswered(
  step: WritingStep,
  intent: Intent,
  detail: string,
  context: RunContext,
): Promise<void> {
  await keepOpen(step, intent, detail, {}, context);
}

/**
 * Notes that the operation of a creation has failed (`detail`) and that no read shows what it has left: that stays to
 * be looked for as long as reads may lag behind. `why`: the platform's code and words.
 */
export async function keepFailed(
  step: WritingStep,
  intent: Intent,
  detail: string,
  why: string,
  context: RunContext,
): Promise<void> {
  await keepOpen(step, intent, detail, { at: context.now(), failedWith: why }, context);
}

async function keepOpen(
  step: WritingStep,
  intent: Intent,
  detail: string,
  more: Partial<Pick<Intent, "at" | "failedWith">>,
  context: RunContext,
): Promise<void> {
  const { ids } = context.input;
  const seq = context.nextSeq();
  const answered: Intent = { ...intent, ...more, seq, idempotencyKey: ids.unique(), isAnswered: true };
  await context.journal([resultOf(step, { seq: intent.seq, outcome: "failed", detail }, context), answered], step);
  context.forgetWaiting(step.id);
}

export function resultOf(step: Pick<Step, "id">, end: CallEnd, { input: { run } }: RunContext): StepResult {
  const { seq, outcome, detail, effects = [], ends = false, hasStood = false, remains } = end;
  return {
    ...{ kind: "result", run, step: step.id, intentSeq: seq, outcome, detail, effects },
    ...(hasStood ? { hasStood } : {}),
    ...(ends ? { ends } : {}),
    ...(end.mayHaveChanged === true ? { mayHaveChanged: true } : {}),
    ...(end.mayHaveDeleted === true ? { mayHaveDeleted: true } : {}),
    ...(remains === undefined ? {} : { remains }),
    ...(end.problem === undefined ? {} : { problem: end.problem }),
  };
}
