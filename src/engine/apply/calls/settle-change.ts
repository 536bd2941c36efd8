import { problem } from "../../../../packages/base/problems/problem.ts";
import { isAsWanted, isUnmoved } from "../../../definitions/schema/comparison/compare-objects.ts";
import { idKey } from "../../../definitions/schema/identity/identity.ts";
import { fieldOf } from "../../../definitions/schema/walk-value.ts";
import type { Observation, ReadOutcome } from "../../ports/driver.ts";
import type { Refusal } from "../../ports/outcome.ts";
import { wantedBy } from "../../recover/open-change.ts";
import { movedText } from "../../state/drift/moved-text.ts";
import { areBack } from "../../state/drift/overwritten.ts";
import { isMaking, maySeeBefore } from "../../state/drift/stood-before.ts";
import { mayBeLeft } from "../../state/records/may-be-left.ts";
import { mayNotShow, mayShowBefore, type ResourceRecord } from "../../state/records/record.ts";
import { notProvablyOurs } from "../../state/records/unowned.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";
import { halfApplied, isHalfApplied } from "../steps/half-applied.ts";
import type { NotedChange, WritingStep } from "../steps/noted-change.ts";
import { isCreationRefused, isRepeated, refused } from "../steps/refused.ts";
import { unplanned } from "./bound-change.ts";
import { claimKeyOf } from "./claim-key-of.ts";
import { madeByAnother, setByAnother, standsAllTheSame, takenByRemains, takenUnshown } from "./met-standing.ts";
import { metUnshown } from "./operation-indeterminate.ts";

/** What became of a change that was refused or not answered. */
export type Settled =
  | { readonly kind: "done"; readonly observation: Observation | null }
  | { readonly kind: "again"; readonly change: NotedChange }
  /** `staysOpen`: whether it took effect can't be told, although the platform has answered. */
  | { readonly kind: "failed"; readonly failure: StepFailed; readonly staysOpen?: true };

/** What is known of a change besides how it was answered. */
interface Sending {
  /** An attempt before it may have taken effect. */
  readonly mayBeMade: boolean;
  /** What a look has shown after which it was not sent. */
  readonly seen?: ReadOutcome;
  readonly wasSent: boolean;
  /** It is not sent again in this run, whatever a look shows. */
  readonly isLast?: boolean;
}

type Seen = Extract<ReadOutcome, { kind: "done" | "absent" }>;

/**
 * The result of a refused or unanswered change, found by reading where only a read can tell. Writes nothing.
 */
export async function settleChange(
  step: WritingStep,
  change: NotedChange,
  outcome: Refusal,
  context: RunContext,
  { mayBeMade, seen: shown, wasSent, isLast = false }: Sending = { mayBeMade: false, wasSent: true },
): Promise<Settled> {
  // A creation meets what it made itself when an earlier attempt took effect.
  const isMet = outcome.kind === "conflict" && outcome.reason === "exists" && isMaking(change);
  const isReissued =
    mayBeMade || isRepeated(outcome) || context.isReissued(step.uid, claimKeyOf(step, change, context));
  const isStale = outcome.kind === "conflict" && outcome.reason === "stale-version";
  const definition = context.definition(step.type);
  const { driverOf } = context.input;
  const signal = context.signalOf(step);
  const target =
    outcome.kind === "conflict" && outcome.version !== null
      ? { ...change.target, atLeast: outcome.version }
      : change.target;
  const look = () => context.deadline(step).bound(() => driverOf(step.provider).read(target, signal));
  const isOfAnother = outcome.kind === "unknown" && outcome.isOfAnother === true;
  // A deletion may have taken effect although its object's state forbade it by the answer, or another caller was first.
  const isDeletion = change.operation === "delete" && outcome.kind === "conflict" && wasSent;
  if (isOfAnother || (outcome.kind !== "unknown" && !isMet && !isStale && !isDeletion)) {
    const made = isFinal(outcome) && wasSent ? await madeAllTheSame() : null;
    if (isOfAnother ? made === null || made === "unseen" : made === "unseen" && isInDoubt(outcome))
      return { kind: "failed", failure: refused(step, outcome), staysOpen: true };
    if (made === null || made === "unseen") return { kind: "failed", failure: refused(step, outcome) };
    if (isReissued || isFound() || !isCreationRefused(change, outcome)) return { kind: "done", observation: made };
    const known = { remains: left(), isRecorded: context.formerRecord(step) !== undefined };
    return { kind: "failed", failure: standsAllTheSame(step, change, outcome, known) };
  }
  const seen = shown ?? (await look());
  const isGiven = Object.keys(change.inputs).some((name) => fieldOf(definition.inputs, name)?.precondition === true);
  const tagFailed = isStale && isGiven ? preconditionFailed(step, outcome.detail) : undefined;
  // What was refused each time has done nothing, and what it has done to a recorded object the next plan sees anyway.
  const isRefusedEachTime = isCreationRefused(change, outcome) && !mayBeMade;
  const isOpen = outcome.kind === "unknown" || !(isRefusedEachTime || isRecorded());
  const open = isOpen ? ({ staysOpen: true } as const) : {};
  // The only send of a creation that is told that its object exists has had no effect: what stands there is not of its making.
  const isCreation = isMet && change.operation === "create" && definition.existence === "created";
  const isOnlySend = isCreation && !isReissued && !isFound();
  const isRefused = isOnlySend || (isStale && isRefusedEachTime && !isReissued && definition.existence === "created");
  if (seen.kind !== "done" && seen.kind !== "absent") {
    if (isOnlySend) return { kind: "failed", failure: taken() };
    return {
      kind: "failed",
      failure: tagFailed ?? refused(step, outcome),
      ...(isRefusedEachTime ? {} : { staysOpen: true }),
    };
  }
  const observation = seen.kind === "done" && !seen.observation.deleted ? seen.observation : null;
  if (tagFailed !== undefined) return { kind: "failed", failure: tagFailed, ...open };
  if (observation === null && change.precedes === "delete") return { kind: "again", change };
  if (change.operation === "delete") {
    if (observation === null && isDeletion && isGone()) return { kind: "done", observation: null };
    // A read that lags behind can't be told from an end; the same call again tells.
    if (observation === null) return { kind: "again", change };
    if (isDeletion && !isStale) return { kind: "failed", failure: refused(step, outcome) };
  } else if (observation !== null && isMade(observation)) {
    // What always stands, and a share of it, was made by no call; to be as wanted is all that there is to it.
    if (isRefused && left() !== undefined) return { kind: "failed", failure: taken() };
    if (isRefused)
      return {
        kind: "failed",
        failure: madeByAnother(step, change, outcome.detail, context.formerRecord(step) !== undefined),
      };
    if (isSetByAnother(observation)) return { kind: "failed", failure: setByAnother(step, change, outcome.detail) };
    // What is wanted may have stood there before, shown by a read that lags behind. A share is written under the version of
    // its object, so the same call again tells: it is refused where it was taken already.
    const isProvable = outcome.kind === "unknown" && definition.existence === "part" && change.condition !== null;
    const beyond = mayHideOurs(observation) && outcome.kind === "conflict" ? outcome.version : null;
    if (beyond !== null) return { kind: "again", change: { ...change, condition: beyond } };
    return isProvable || mayLag(observation) ? { kind: "again", change } : { kind: "done", observation };
  }
  if (isMet && observation === null) {
    // It stands and is not shown: an operation goes on, or the read lags behind. A soft-deleted one only keeps its name from
    // a creation, and shows a read that lags behind to an undelete.
    const isReserved = seen.kind === "done" && change.operation === "create";
    if (isReserved) return { kind: "failed", failure: refused(step, outcome) };
    if (isOnlySend) return { kind: "failed", failure: taken() };
    const failure = isCreation ? metUnshown(step, change.target.id, outcome.detail) : refused(step, outcome);
    return { kind: "failed", failure, staysOpen: true };
  }
  if (isMet && !isReissued) return { kind: "failed", failure: refused(step, outcome) };
  // It may take effect still: nobody else is to blame that it is not shown.
  if (change.operation === "undelete" && outcome.kind === "unknown" && observation === null && seen.kind === "done")
    return { kind: "failed", failure: refused(step, outcome), staysOpen: true };
  const isAsPlanned = unplanned(change, seen).length === 0;
  if (isAsPlanned && isUnmoved(definition, change.prior?.outputs ?? null, observation?.outputs ?? null)) {
    // A look may show no version of what is not there; the refusal has told the one to demand.
    const told = outcome.kind === "conflict" ? outcome.version : null;
    const condition = change.condition === null && told === null ? null : (versionOf(seen) ?? told);
    const { isJustSeen: _, ...later } = change;
    return { kind: "again", change: { ...later, prior: observation, condition } };
  }
  // A look that lags behind shows what stood there before our last write; the next one may not.
  if (!wasSent && mayLag(observation)) return { kind: "again", change };
  if (isMet) {
    const failure = new StepFailed(notProvablyOurs(step.address, step.type, change.target.id));
    return { kind: "failed", failure, staysOpen: true };
  }
  if (outcome.kind === "unknown" && observation !== null && isHalfApplied(change, definition, observation.outputs)) {
    const moved = movedText(definition, change.prior?.outputs ?? {}, observation.outputs);
    return { kind: "failed", failure: halfApplied(step, change, outcome.detail, moved), ...open };
  }
  return { kind: "failed", failure: movedMeanwhile(step, change, seen, context), ...open };

  /** What stands after a creation that is not sent again, as it was to be made. Unseen where the look was refused, too, or may lag behind. */
  async function madeAllTheSame(): Promise<Observation | "unseen" | null> {
    if (change.operation !== "create" || definition.existence !== "created") return null;
    const seen = await look();
    // Where a send may have taken effect, no read that shows nothing says so soon that it has not.
    if (seen.kind !== "done" && (seen.kind !== "absent" || isInDoubt(outcome))) return "unseen";
    if (seen.kind !== "done" || seen.observation.deleted) return null;
    return isMade(seen.observation) && !mayLag(seen.observation) ? seen.observation : null;
  }

  /** What a failed creation of ours may have left of it, in words. */
  function left(): string | undefined {
    return mayBeLeft(context.openIntents(step.uid, claimKeyOf(step, change, context)), context.now());
  }

  function taken(): StepFailed {
    const remains = left();
    return remains === undefined
      ? takenUnshown(step, change, outcome.detail)
      : takenByRemains(step, remains, outcome.detail);
  }

  /**
   * A record stands for the very object: it was found, for example, before a run that was killed went on, which closed the intent
   * that would have told of a send.
   */
  function isFound(): boolean {
    const record = context.records.at(step.address);
    return record?.uid === step.uid && idKey(definition, record.identity.id) === idKey(definition, change.target.id);
  }

  /**
   * What always stands, or a share of it, was to be ours from now on, and is as it was to be although each send is refused: another hand has
   * moved it there. Recorded as ours, it would be put back to what was before that hand.
   */
  function isSetByAnother({ outputs }: Observation): boolean {
    // A share of ours that has given way to the wanted one shows whose write it was.
    const isMoved = definition.existence === "part" && change.operation !== "create";
    if (!isStale || isReissued || isRecorded() || isMoved || definition.existence === "created") return false;
    return !isUnmoved(definition, change.prior?.outputs ?? null, outputs);
  }

  function isMade({ outputs, displaces }: Observation): boolean {
    const isWhole = displaces.length === 0 || change.keepsOthers === true;
    return (
      isWhole &&
      areBack(change.restores, displaces) &&
      isAsWanted(definition, outputs, wantedBy(change.operation, change, definition))
    );
  }

  /**
   * What a look does not show any more after a deletion that was refused is gone where the run has seen it before, and it is too old for reads
   * to lag behind its making, or no look after any of the sends has shown it. What is to be put back with the deletion is not shown by that.
   */
  function isGone(): boolean {
    const former = ownRecord();
    if (change.prior === null || change.restores !== undefined || former === undefined) return false;
    return isLast || !mayNotShow(former.observed.at, context.now());
  }

  function isRecorded(): boolean {
    return change.record === null || ownRecord() !== undefined;
  }

  /** The record that the object itself had when the run began: what is recorded of another one, which it replaces, says nothing of it. */
  function ownRecord(): ResourceRecord | undefined {
    const record = context.formerRecord(step);
    if (record === undefined) return undefined;
    return idKey(definition, record.identity.id) === idKey(definition, change.target.id) ? record : undefined;
  }

  /**
   * A look at what is to be put back shows what stood before a call of unknown end, so soon after it that the read may lag behind: it is
   * written under the version that the platform names.
   */
  function mayHideOurs({ outputs }: Observation): boolean {
    if (change.operation !== "update" || change.record !== null) return false;
    const open = context.openIntents(step.uid, claimKeyOf(step, change, context));
    return open.some((each) => each.record !== null && maySeeBefore(each, outputs, context.now()));
  }

  function mayLag(observation: Observation | null): boolean {
    const former = ownRecord();
    return observation !== null && former !== undefined && mayShowBefore(former, observation.outputs, context.now());
  }
}

/** A refusal that says that the call has done nothing, or an answer that tells of another object, and after which it is not sent again in this run. */
function isFinal(outcome: Refusal): boolean {
  if (outcome.kind === "conflict") return outcome.reason === "wrong-state";
  if (outcome.kind === "unknown") return outcome.isOfAnother === true;
  const { kind } = outcome;
  return kind === "invalid" || kind === "denied" || kind === "throttled" || isInDoubt(outcome);
}

/** A send may have taken effect: "come back later" is the word of a front end, which does not know what became of the call. */
function isInDoubt(outcome: Refusal): boolean {
  return isRepeated(outcome) || (outcome.kind === "unavailable" && outcome.wasSent === true);
}

function preconditionFailed({ address }: WritingStep, detail: string): StepFailed {
  const told = `the concurrency tag that was given is no longer the object's: ${detail}`;
  return new StepFailed(problem("precondition-failed", told, { address }));
}

/** The plan does not hold any more; says what has moved. */
function movedMeanwhile(step: WritingStep, change: NotedChange, seen: Seen, context: RunContext): StepFailed {
  const { id } = change.target;
  const before = change.prior?.outputs;
  const now = seen.kind === "done" && !seen.observation.deleted ? seen.observation.outputs : undefined;
  const definition = context.definition(step.type);
  const moved = before === undefined || now === undefined ? "" : movedText(definition, before, now);
  const beside = unplanned(change, seen);
  const lost = beside.length === 0 ? "" : `the write would remove ${beside.join(", ")}, which the plan did not show`;
  const what = [moved, lost].filter((each) => each !== "").join("; ");
  const detail = `\`${id}\` has changed since the plan${what === "" ? "" : `: ${what}`}; plan again`;
  return new StepFailed(problem("stale-plan", detail, { address: step.address }));
}

function versionOf(seen: Seen): string | null {
  return seen.kind === "done" ? seen.observation.version : seen.version;
}
