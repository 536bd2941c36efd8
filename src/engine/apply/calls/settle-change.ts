import { problem } from "../../../../packages/base/problems/problem.ts";
import { isAsWanted, isUnmoved } from "../../../definitions/schema/comparison/compare-objects.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { fieldOf } from "../../../definitions/schema/field-schema.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import type { Observation, ReadOutcome } from "../../ports/driver.ts";
import type { Refusal } from "../../ports/outcome.ts";
import { wantedBy } from "../../recover/open-change.ts";
import { movedText } from "../../state/drift/moved-text.ts";
import { areBack } from "../../state/drift/overwritten.ts";
import { isMaking, mayShowRecorded } from "../../state/drift/stood-before.ts";
import type { Intent } from "../../state/journal.ts";
import { mayNotShow } from "../../state/records/lagging-reads.ts";
import { mayBeLeft } from "../../state/records/may-be-left.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import { mayShowBefore } from "../../state/records/shows-before.ts";
import { notProvablyOurs } from "../../state/records/unowned.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import { isCreationRefused, isRepeated, refused } from "../refused.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";
import { halfApplied, isHalfApplied } from "../steps/half-applied.ts";
import { unplanned } from "./bound-change.ts";
import { claimKeyOf } from "./claim-key-of-step.ts";
import { madeByAnother, setByAnother, standsAllTheSame, takenByRemains, takenUnshown } from "./existing-object.ts";
import { metUnshown } from "./operation-indeterminate.ts";

/** What became of a change that was refused or not answered. */
export type Settled =
  | { readonly kind: "done"; readonly observation: Observation | null }
  | { readonly kind: "again"; readonly change: NotedChange }
  /** `staysOpen`: whether it took effect can't be told, although the platform has answered. */
  | { readonly kind: "failed"; readonly failure: StepFailed; readonly staysOpen?: true };

/** What is known of an attempt besides how it was answered. */
interface Attempted {
  /** An attempt before it may have taken effect. */
  readonly mayBeMade: boolean;
  /** What a look has shown after which it was not sent. */
  readonly seen?: ReadOutcome;
  readonly wasSent: boolean;
  /** The version that it was sent under; undefined where none was demanded. */
  readonly demanded?: string | null;
  /** It is not sent again in this run, whatever a look shows. */
  readonly isLast?: boolean;
}

type Seen = Extract<ReadOutcome, { kind: "done" | "absent" }>;

/**
 * The result of a refused or unanswered change, found by reading where only a read can tell. Writes nothing.
 */
export function settleChange(
  step: WritingStep,
  change: NotedChange,
  outcome: Refusal,
  context: RunContext,
  attempted: Attempted = { mayBeMade: false, wasSent: true },
): Promise<Settled> {
  return new ChangeSettler(step, change, outcome, context, attempted).settle();
}

/** A change and how it was answered, while it is found out what that means. */
class ChangeSettler {
  readonly step: WritingStep;
  readonly change: NotedChange;
  readonly outcome: Refusal;
  readonly context: RunContext;
  readonly attempted: Attempted;
  readonly definition: ResourceDefinition;
  /** A creation meets what it made itself when an earlier attempt took effect. */
  readonly isMet: boolean;
  /** Another attempt, of this run or one before, may have taken effect. */
  readonly isReissued: boolean;
  readonly isStale: boolean;
  /** A refused deletion: it may have taken effect although its object's state forbade it, or another was first. */
  readonly isDeletion: boolean;
  /** What was refused each time has done nothing; what it has done to a recorded object the next plan sees anyway. */
  readonly isRefusedEachTime: boolean;

  constructor(step: WritingStep, change: NotedChange, outcome: Refusal, context: RunContext, attempted: Attempted) {
    this.step = step;
    this.change = change;
    this.outcome = outcome;
    this.context = context;
    this.attempted = attempted;
    this.definition = context.definition(step.type);
    const { mayBeMade, wasSent } = attempted;
    const key = claimKeyOf(step, change, context);
    this.isMet = outcome.kind === "conflict" && outcome.reason === "exists" && isMaking(change);
    this.isReissued = mayBeMade || isRepeated(outcome) || context.open.isReissued(step.uid, key);
    this.isStale = outcome.kind === "conflict" && outcome.reason === "stale-version";
    this.isDeletion = change.operation === "delete" && outcome.kind === "conflict" && wasSent;
    this.isRefusedEachTime = isCreationRefused(change, outcome) && !mayBeMade;
  }

  async settle(): Promise<Settled> {
    const { outcome, attempted, isMet, isStale, isDeletion } = this;
    const isAnswered = outcome.kind !== "unknown" && !isMet && !isStale && !isDeletion;
    if (isAnswered || isOfAnother(outcome)) return this.#settleAnswered();
    const seen = attempted.seen ?? (await this.#look());
    return seen.kind === "done" || seen.kind === "absent" ? this.#settleSeen(seen) : this.#settleUnread();
  }

  #look(): Promise<ReadOutcome> {
    const { step, change, outcome, context } = this;
    const isNewer = outcome.kind === "conflict" && outcome.version !== null;
    const target = isNewer ? { ...change.target, atLeast: outcome.version } : change.target;
    const signal = context.signalOf(step);
    return context.deadline(step).bound(() => context.input.driverOf(step.provider).read(target, signal));
  }

  /**
   * The answer says that nothing was done, or tells of another object: the change is not sent again, whatever stands.
   */
  async #settleAnswered(): Promise<Settled> {
    const { step, change, outcome, context } = this;
    const made = isFinal(outcome) && this.attempted.wasSent ? await this.#madeAllTheSame() : null;
    if (made === null || made === "unseen") {
      const staysOpen = isOfAnother(outcome) || (made === "unseen" && isInDoubt(outcome));
      return failed(refused(step, outcome), staysOpen);
    }
    if (this.isReissued || this.#isFound() || !isCreationRefused(change, outcome)) return done(made);
    const known = { remains: this.#left(), isRecorded: context.formerRecord(step) !== undefined };
    return failed(standsAllTheSame(step, change, outcome, known));
  }

  /**
   * What stands after a creation that is not sent again, as it was to be made. Unseen where the look was refused, too,
   * or may lag behind.
   */
  async #madeAllTheSame(): Promise<Observation | "unseen" | null> {
    const { change, outcome, definition } = this;
    if (change.operation !== "create" || definition.existence !== "created") return null;
    const seen = await this.#look();
    // Where a send may have taken effect, no read that shows nothing says so soon that it has not.
    if (seen.kind !== "done" && (seen.kind !== "absent" || isInDoubt(outcome))) return "unseen";
    if (seen.kind !== "done" || seen.observation.deleted) return null;
    return this.#isMade(seen.observation) && !this.#mayLag(seen.observation) ? seen.observation : null;
  }

  #settleUnread(): Settled {
    const { step, outcome } = this;
    if (this.#isOnlySend()) return failed(this.#taken());
    return failed(this.#tagFailed() ?? refused(step, outcome), !this.isRefusedEachTime);
  }

  #settleSeen(seen: Seen): Settled {
    const { step, change, outcome, isMet } = this;
    const observation = seen.kind === "done" && !seen.observation.deleted ? seen.observation : null;
    const tagFailed = this.#tagFailed();
    if (tagFailed !== undefined) return failed(tagFailed, this.#staysOpen());
    if (observation === null && change.precedes === "delete") return again(change);
    if (change.operation === "delete") {
      const deleted = this.#settleDeletion(observation);
      if (deleted !== undefined) return deleted;
    } else if (observation !== null && this.#isMade(observation)) return this.#settleMade(observation);
    if (isMet && observation === null) return this.#settleUnshown(seen);
    if (isMet && !this.isReissued) return failed(refused(step, outcome));
    // It may take effect still: no other is to blame that it is not shown.
    const isReviving = change.operation === "undelete" && outcome.kind === "unknown";
    if (isReviving && observation === null && seen.kind === "done") return failed(refused(step, outcome), true);
    return this.#changeToSendAgain(seen, observation) ?? this.#settleMoved(seen, observation);
  }

  #settleDeletion(observation: Observation | null): Settled | undefined {
    const { step, change, outcome, isDeletion } = this;
    if (observation === null && isDeletion && this.#isGone()) return done(null);
    // A read that lags behind can't be told from an end; the same call again tells.
    if (observation === null) return again(change);
    return isDeletion && !this.isStale ? failed(refused(step, outcome)) : undefined;
  }

  /** The object is as it was to be: by this change, or by another hand. */
  #settleMade(observation: Observation): Settled {
    const { step, change, outcome, context, definition } = this;
    const isCreated = definition.existence === "created";
    // What always stands, and a share of it, was made by no call; to be as wanted is all that there is to it.
    const isNotOurs = this.isStale && this.isRefusedEachTime && !this.isReissued && isCreated;
    if (isNotOurs || this.#isOnlySend()) {
      if (this.#left() !== undefined) return failed(this.#taken());
      return failed(madeByAnother(step, change, outcome.detail, context.formerRecord(step) !== undefined));
    }
    if (this.#isSetByAnother(observation)) return failed(setByAnother(step, change, outcome.detail));
    if (this.#mayHideOurs(observation)) {
      const beyond = outcome.kind === "conflict" ? outcome.version : null;
      return again({ ...change, condition: beyond ?? observation.version ?? change.condition });
    }
    // What is wanted may have stood there before, shown by a read that lags behind. A share is written under the
    // version of its object, so the same call again tells: it is refused where it was taken already.
    const isProvable = outcome.kind === "unknown" && definition.existence === "part" && change.condition !== null;
    return isProvable || this.#mayLag(observation) || this.#isRefused(observation) ? again(change) : done(observation);
  }

  /** A look shows the very version that the platform has just refused as none of today: it lags behind. */
  #isRefused({ version }: Observation): boolean {
    const { isStale, attempted } = this;
    return isStale && attempted.wasSent && version !== null && version === attempted.demanded;
  }

  /**
   * It stands and is not shown: an operation goes on, or the read lags behind. A soft-deleted one only keeps its name
   * from a creation, and shows a read that lags behind to an undelete.
   */
  #settleUnshown(seen: Seen): Settled {
    const { step, change, outcome } = this;
    const isReserved = seen.kind === "done" && change.operation === "create";
    if (isReserved) return failed(refused(step, outcome));
    if (this.#isOnlySend()) return failed(this.#taken());
    const unshown = this.#isCreation() ? metUnshown(step, change.target.id, outcome.detail) : refused(step, outcome);
    return failed(unshown, true);
  }

  /** The change to be sent again, where all is as its plan has seen it, or where the look may not show what is. */
  #changeToSendAgain(seen: Seen, observation: Observation | null): Settled | undefined {
    const { change, outcome, definition } = this;
    const isStill = isUnmoved(definition, change.prior?.outputs ?? null, observation?.outputs ?? null);
    if (unplanned(change, seen).length === 0 && isStill) {
      // A look may show no version of what is not there; the refusal has told the one to demand.
      const told = outcome.kind === "conflict" ? outcome.version : null;
      const condition = change.condition === null && told === null ? null : (versionOf(seen) ?? told);
      const { isJustSeen: _, stood, ...later } = change;
      // An update that demands another version than that of our last write is of what the look shows.
      const isNone = stood === undefined || (change.operation === "update" && condition !== change.condition);
      return again({ ...later, ...(isNone ? {} : { stood }), prior: observation, condition });
    }
    // A look that lags behind shows what stood there before our last write; the next one may not.
    return !this.attempted.wasSent && this.#mayLag(observation) ? again(change) : undefined;
  }

  #settleMoved(seen: Seen, observation: Observation | null): Settled {
    const { step, change, outcome, context, definition } = this;
    if (this.isMet) return failed(new StepFailed(notProvablyOurs(step.address, step.type, change.target.id)), true);
    const isHalf = outcome.kind === "unknown" && observation !== null;
    if (isHalf && isHalfApplied(change, definition, observation.outputs)) {
      const moved = movedText(definition, change.prior?.outputs ?? {}, observation.outputs);
      return failed(halfApplied(step, change, outcome.detail, moved), this.#staysOpen());
    }
    return failed(movedMeanwhile(step, change, seen, context), this.#staysOpen());
  }

  #tagFailed(): StepFailed | undefined {
    const { step, change, outcome, definition } = this;
    const isGiven = Object.keys(change.inputs).some((name) => fieldOf(definition.inputs, name)?.precondition === true);
    return this.isStale && isGiven ? preconditionFailed(step, outcome.detail) : undefined;
  }

  /** Whether the change may have taken effect although a look does not show it so. */
  #staysOpen(): boolean {
    return this.outcome.kind === "unknown" || !(this.isRefusedEachTime || this.#isRecorded());
  }

  #isCreation(): boolean {
    return this.isMet && this.change.operation === "create" && this.definition.existence === "created";
  }

  /** The only send of a creation that is told that its object exists has had no effect: another hand has made that. */
  #isOnlySend(): boolean {
    return this.#isCreation() && !this.isReissued && !this.#isFound();
  }

  /** What a failed creation of ours may have left of it, in words. */
  #left(): string | undefined {
    return mayBeLeft(this.#openIntents(), this.context.now());
  }

  #openIntents(): readonly Intent[] {
    const { step, change, context } = this;
    return context.open.intents(step.uid, claimKeyOf(step, change, context));
  }

  #taken(): StepFailed {
    const { step, change, outcome } = this;
    const remains = this.#left();
    return remains === undefined
      ? takenUnshown(step, change, outcome.detail)
      : takenByRemains(step, remains, outcome.detail);
  }

  /**
   * A record stands for the very object: it was found, for example, before a run that was killed went on, which closed
   * the intent that would have told of a send.
   */
  #isFound(): boolean {
    const record = this.context.records.at(this.step.address);
    return record?.uid === this.step.uid && this.#isOfTarget(record);
  }

  #isOfTarget({ identity }: ResourceRecord): boolean {
    return idKey(this.definition, identity.id) === idKey(this.definition, this.change.target.id);
  }

  /**
   * What always stands, or a share of it, was to be ours from now on, and is as it was to be although each send is
   * refused: another hand has moved it there. Recorded as ours, it would be put back to what was before that hand.
   */
  #isSetByAnother({ outputs }: Observation): boolean {
    const { change, definition, isStale, isReissued } = this;
    // A share of ours that has given way to the wanted one shows whose write it was.
    const isMoved = definition.existence === "part" && change.operation !== "create";
    if (!isStale || isReissued || this.#isRecorded() || isMoved || definition.existence === "created") return false;
    return !isUnmoved(definition, change.prior?.outputs ?? null, outputs);
  }

  #isMade({ outputs, displaces }: Observation): boolean {
    const { change, definition } = this;
    const isWhole = displaces.length === 0 || change.keepsOthers === true;
    return (
      isWhole &&
      areBack(change.restores, displaces) &&
      isAsWanted(definition, outputs, wantedBy(change.operation, change, definition))
    );
  }

  /**
   * What a look does not show any more after a deletion that was refused is gone where the run has seen it before, and
   * it is too old for reads to lag behind its making, or no look after any of the sends has shown it. What is to be
   * put back with the deletion is not shown by that.
   */
  #isGone(): boolean {
    const { change, context, attempted } = this;
    const former = this.#ownRecord();
    if (change.prior === null || change.restores !== undefined || former === undefined) return false;
    return attempted.isLast === true || !mayNotShow(former.observed.at, context.now());
  }

  #isRecorded(): boolean {
    return this.change.record === null || this.#ownRecord() !== undefined;
  }

  /**
   * The record that the object itself had when the run began: what is recorded of another one, which it replaces, says
   * nothing of it.
   */
  #ownRecord(): ResourceRecord | undefined {
    const record = this.context.formerRecord(this.step);
    return record !== undefined && this.#isOfTarget(record) ? record : undefined;
  }

  /**
   * A look shows what stood before a call of unknown end, so soon after it that the read may lag behind: it is written
   * all the same, under the version that the platform names.
   */
  #mayHideOurs({ outputs }: Observation): boolean {
    const now = this.context.now();
    const recorded = this.#ownRecord();
    return this.#openIntents().some((each) => each.record !== null && mayShowRecorded(each, recorded, outputs, now));
  }

  #mayLag(observation: Observation | null): boolean {
    const former = this.#ownRecord();
    if (observation === null || former === undefined) return false;
    return mayShowBefore(former, observation.outputs, this.context.now());
  }
}

function done(observation: Observation | null): Settled {
  return { kind: "done", observation };
}

function again(change: NotedChange): Settled {
  return { kind: "again", change };
}

function failed(failure: StepFailed, staysOpen = false): Settled {
  return { kind: "failed", failure, ...(staysOpen ? { staysOpen } : {}) };
}

/** The answer says that nothing was done, or tells of another object: the change is not sent again in this run. */
function isFinal(outcome: Refusal): boolean {
  if (outcome.kind === "conflict") return outcome.reason === "wrong-state";
  const { kind } = outcome;
  if (kind === "unknown") return isOfAnother(outcome);
  return kind === "invalid" || kind === "denied" || kind === "throttled" || isInDoubt(outcome);
}

function isOfAnother(outcome: Refusal): boolean {
  return outcome.kind === "unknown" && outcome.isOfAnother === true;
}

/**
 * A send may have taken effect: "come back later" is the word of a front end, which does not know what became of the
 * call.
 */
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
