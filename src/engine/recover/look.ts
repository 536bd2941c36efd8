import type { Clock } from "../../../packages/base/clock.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { Driver, Observation, ProviderInstance, Target, WriteOutcome } from "../ports/driver.ts";
import type { Refusal } from "../ports/outcome.ts";
import { isMadeSince, isSentAgain } from "../state/drift/stood-before.ts";
import type { Intent } from "../state/journal.ts";
import { mayNotShow } from "../state/records/lagging-reads.ts";
import type { OpenIntent } from "../state/stack-state.ts";
import type { Finding } from "./decision.ts";
import { becameOfLost } from "./lost-call.ts";
import { changeOf, targetOf } from "./open-change.ts";
import { seekRemains } from "./seek-remains.ts";

type Failed = Extract<WriteOutcome, { kind: "failed" }>;

/** What a look takes. */
export interface LookInput {
  readonly driverOf: (provider: ProviderInstance) => Driver;
  readonly clock: Clock;
  readonly catalog: Catalog;
  /** Aborted: no call is begun any more, and what was not asked stays open. */
  readonly signal?: AbortSignal;
}

/** The result of a look at an intent's object. */
export interface Look {
  readonly finding: Finding;
  /** The object as it is, where it is there. */
  readonly observation: Observation | null;
  readonly detail: string;
  /** Address of an operation that goes on and that was not noted. */
  readonly operationName?: string;
  /** The intent whose operation has ended with an error, and the platform's words. */
  readonly failed?: FailedCall;
  /** `unreadable`: the platform has not told whether an operation goes on, or what one that has failed has left. */
  readonly isOperationUnknown?: true;
}

/** A call whose operation has ended with an error after its run broke off. */
export interface FailedCall {
  readonly intent: Intent;
  readonly detail: string;
}

/**
 * Looks at the object of open intents, of which `latest` is the last: asks after an operation whose name was lost, then
 * after one that was noted, and reads the object. Writes nothing.
 */
export async function lookAtObject(group: readonly OpenIntent[], latest: OpenIntent, input: LookInput): Promise<Look> {
  const lost = isLost(latest) ? await lookAtLost(latest.intent, group, input) : undefined;
  if (lost !== undefined) return lost;
  const look = await lookAt(group.find(({ operationName }) => operationName !== null) ?? latest, group, input);
  // The call may have come between the question and the read, or is an earlier one than that which has failed: what
  // shows is whole if its operation has left it so.
  const made = isLost(latest) ? latest : group.find(isLost);
  const isSeen = look.finding === "otherwise" || (look.finding === "undone" && look.observation !== null);
  const isToAsk = isSeen && made?.intent.operation === "create";
  return (isToAsk ? await lookAtLost(made.intent, group, input, true) : undefined) ?? look;
}

/** Whether the name of the operation that a call has begun, if any, was lost with its answer. */
function isLost({ intent, operationName }: OpenIntent): boolean {
  return operationName === null && intent.failedWith === undefined;
}

/**
 * What became of a call whose operation's name was lost with the answer, if the platform can be asked. To be asked
 * before any read: what has ended meanwhile, the read shows. `isSeen`: a read has shown the object before.
 */
async function lookAtLost(
  intent: Intent,
  group: readonly OpenIntent[],
  input: LookInput,
  isSeen = false,
): Promise<Look | undefined> {
  const { driverOf, clock, signal } = input;
  const told = await becameOfLost(driverOf(intent.provider), changeOf(intent), intent.at, clock, signal);
  switch (told.kind) {
    case "goes-on":
      return {
        finding: "pending",
        observation: null,
        detail: "the platform is at work",
        operationName: told.operationName,
      };
    case "unasked":
      // Who may not ask is told by a read where there is something. Where there is nothing, whoever sends again asks
      // before.
      return isSilence(told.refusal)
        ? { finding: "unreadable", observation: null, detail: unasked(told.refusal), isOperationUnknown: true }
        : undefined;
    case "ended":
      return told.failed === undefined || intent.operation !== "create"
        ? undefined
        : lookAtListed(intent, { ...told, failed: told.failed }, group, input, isSeen);
  }
}

/**
 * What an operation has left that is listed with an error, and that may be of another call than the one that is looked
 * for.
 */
async function lookAtListed(
  intent: Intent,
  { failed, isOfTheCall }: { readonly failed: Failed; readonly isOfTheCall: boolean },
  group: readonly OpenIntent[],
  input: LookInput,
  isSeen: boolean,
): Promise<Look | undefined> {
  if (meetsOwn(intent, failed, group)) return undefined;
  const { isTaken, ...rest } = failed;
  const look = await lookAtFailed(intent, rest, group, input);
  // Another call may be on its way where nothing stands; what does stand is what the operation has left. The platform
  // dates its answers to the second: what ended right before the call passes for the call's own, which stays open.
  if (look.finding === "undone") return isOfTheCall ? { ...look, finding: "absent" } : undefined;
  // The call itself may have made it while it was looked for, and then another operation is the last one.
  if (look.finding === "half-made" && !isSeen) return lookAtLost(intent, group, input, true);
  return isTaken === true && look.finding === "half-made" ? { ...look, finding: "undone", observation: null } : look;
}

/** Whether an operation has found its name taken by what an earlier send of ours may have made. */
function meetsOwn(intent: Intent, { isTaken }: Failed, group: readonly OpenIntent[]): boolean {
  const open = group.map((each) => each.intent);
  return isTaken === true && isSentAgain(intent, open);
}

/** Follows the operation of the latest intent if it has one, and reads the object. */
async function lookAt(
  { intent, operationName }: OpenIntent,
  group: readonly OpenIntent[],
  input: LookInput,
): Promise<Look> {
  const driver = input.driverOf(intent.provider);
  let isOurs = false;
  if (operationName !== null) {
    const outcome = await driver.poll(changeOf(intent), operationName, input.signal);
    if (outcome.kind === "pending") return { finding: "pending", observation: null, detail: "the platform is at work" };
    // Where its name means nothing any more, the object's may.
    const lost = outcome.kind === "unknown" ? await lookAtLost(intent, group, input) : undefined;
    if (lost !== undefined) return lost;
    if (outcome.kind === "failed" && !meetsOwn(intent, outcome, group))
      return lookAtFailed(intent, outcome, group, input);
    // A platform that does not answer the question says nothing of the operation, which goes on.
    if (outcome.kind !== "unknown" && outcome.kind !== "done" && outcome.kind !== "failed")
      return { finding: "unreadable", observation: null, detail: unasked(outcome), isOperationUnknown: true };
    isOurs = outcome.kind === "done";
  }
  const seen = await driver.read(groupTarget(intent, group), input.signal);
  if (seen.kind === "absent") {
    const isRemoved = isOurs && intent.operation === "delete";
    const ended = isRemoved ? undefined : leftNothing(intent, input);
    return ended ?? { finding: isRemoved ? "gone" : "absent", observation: null, detail: seen.detail };
  }
  if (seen.kind !== "done") return { finding: "unreadable", observation: null, detail: seen.detail };
  const { observation } = seen;
  if (observation.deleted) return { finding: "deleted", observation: null, detail: "it is soft-deleted" };
  const late = isOurs ? undefined : lateRemains(observation, intent, group, input);
  return late ?? { finding: isOurs ? "ours" : "otherwise", observation, detail: "" };
}

/**
 * Nothing has come of a failed creation once no read shows anything of it any more for longer than reads lag behind.
 */
function leftNothing(intent: Intent, { clock }: LookInput): Look | undefined {
  const { failedWith: detail, at } = intent;
  if (detail === undefined || mayNotShow(at, new Date(clock.now()).toISOString())) return undefined;
  return { finding: "undone", observation: null, detail, failed: { intent, detail } };
}

/**
 * What stands where a creation has failed that had left nothing to be seen: what it has left, unless it was made since.
 * `intent`: the latest of those about the object.
 */
function lateRemains(
  observation: Observation,
  intent: Intent,
  group: readonly OpenIntent[],
  { catalog }: LookInput,
): Look | undefined {
  const failed = group.map((each) => each.intent).find(({ failedWith }) => failedWith !== undefined);
  if (failed?.failedWith === undefined) return undefined;
  const detail = failed.failedWith;
  if (!isMadeSince(observation, catalog.resources[intent.type], failed.at))
    return { finding: "half-made", observation, detail, failed: { intent, detail } };
  // Of another call of ours it may be: of a later one, or of an earlier one that has arrived late.
  return intent === failed ? { finding: "undone", observation, detail, failed: { intent, detail } } : undefined;
}

/** The object of all intents of a group: what a deletion does not tell to be secret, the creation before it does. */
function groupTarget(intent: Intent, group: readonly OpenIntent[]): Target {
  return targetOf(
    intent,
    group.map((each) => each.intent),
  );
}

/** What an operation that has ended with an error has left behind. */
async function lookAtFailed(
  intent: Intent,
  { detail, isTaken }: Failed,
  group: readonly OpenIntent[],
  { driverOf, clock, signal }: LookInput,
): Promise<Look> {
  const failed = { intent, detail };
  if (isTaken === true && intent.operation === "create")
    return { finding: "undone", observation: null, detail, failed };
  const read = () => driverOf(intent.provider).read(groupTarget(intent, group), signal);
  const seen = await seekRemains(read, clock, signal);
  if (seen.kind !== "done" && seen.kind !== "absent")
    return { finding: "unreadable", observation: null, detail: seen.detail, isOperationUnknown: true };
  if (seen.kind === "absent" || seen.observation.deleted)
    return { finding: "undone", observation: null, detail, failed };
  return { finding: "half-made", observation: seen.observation, detail, failed };
}

function unasked({ detail }: Refusal): string {
  return `asking after its operation failed: ${detail}`;
}

/** No answer that tells anything. */
function isSilence(outcome: { readonly kind: string }): outcome is Refusal {
  return outcome.kind === "unavailable" || outcome.kind === "throttled" || outcome.kind === "unknown";
}
