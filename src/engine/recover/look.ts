import type { Clock } from "../../base/clock.ts";
import type { Driver, Observation, ProviderInstance, WriteOutcome } from "../ports/driver.ts";
import type { Refusal } from "../ports/outcome.ts";
import type { Intent } from "../state/journal.ts";
import type { OpenIntent } from "../state/stack-state.ts";
import type { Finding } from "./decision.ts";
import { changeOf, targetOf } from "./open-change.ts";
import { seekRemains } from "./seek-remains.ts";

/** What a look takes. */
export interface LookInput {
  readonly driverOf: (provider: ProviderInstance) => Driver;
  readonly clock: Clock;
  /** Aborted: no call is begun any more, and what was not asked stays open. */
  readonly signal?: AbortSignal;
}

/** What a look at an intent's object came to. */
export interface Look {
  readonly finding: Finding;
  /** The object as it is, where it is there. */
  readonly observation: Observation | null;
  readonly detail: string;
  /** Address of an operation that goes on and that was not noted. */
  readonly handle?: string;
  /** The intent whose operation has ended with an error, and the platform's words. */
  readonly failed?: FailedCall;
}

/** A call whose operation has ended with an error after its run broke off. */
export interface FailedCall {
  readonly intent: Intent;
  readonly detail: string;
}

/**
 * Looks at the object of open intents, of which `latest` is the last: asks after an operation whose name was lost, then after one that
 * was noted, and reads the object. Writes nothing.
 */
export async function lookAtObject(group: readonly OpenIntent[], latest: OpenIntent, input: LookInput): Promise<Look> {
  const lost = await lostOperation(latest, input);
  return lost ?? (await lookAt(group.find(({ handle }) => handle !== null) ?? latest, input));
}

/**
 * An operation that goes on and whose name was lost with the answer, if the platform can be asked for it. To be asked before
 * any read: what has ended meanwhile, the read shows.
 */
async function lostOperation({ intent, handle }: OpenIntent, input: LookInput): Promise<Look | undefined> {
  const { driverOf, signal } = input;
  const driver = driverOf(intent.provider);
  if (handle !== null || driver.operationOf === undefined) return undefined;
  const outcome = await driver.operationOf(changeOf(intent), signal);
  if (outcome.kind === "found")
    return { finding: "pending", observation: null, detail: "the platform is at work", handle: outcome.handle };
  if (isSilence(outcome)) return { finding: "unreadable", observation: null, detail: outcome.detail };
  if (outcome.kind !== "none" || outcome.failed === undefined || intent.operation !== "create") return undefined;
  // Another call may be on its way where nothing stands; what does stand is what the operation has left.
  const { isTaken, ...failed } = outcome.failed;
  const look = await lookAtFailed(intent, failed, input);
  if (look.finding === "undone") return undefined;
  return isTaken === true && look.finding === "half-made" ? { ...look, finding: "undone", observation: null } : look;
}

/** Follows the operation of the latest intent if it has one, and reads the object. */
async function lookAt({ intent, handle }: OpenIntent, input: LookInput): Promise<Look> {
  const driver = input.driverOf(intent.provider);
  let isOurs = false;
  if (handle !== null) {
    const outcome = await driver.poll(changeOf(intent), handle, input.signal);
    if (outcome.kind === "pending") return { finding: "pending", observation: null, detail: "the platform is at work" };
    // Where its name means nothing any more, the object's may.
    const lost = outcome.kind === "unknown" ? await lostOperation({ intent, handle: null }, input) : undefined;
    if (lost !== undefined) return lost;
    if (outcome.kind === "failed") return lookAtFailed(intent, outcome, input);
    // A platform that does not answer the question says nothing of the operation, which goes on.
    if (outcome.kind !== "unknown" && outcome.kind !== "done")
      return {
        finding: "unreadable",
        observation: null,
        detail: `asking after its operation failed: ${outcome.detail}`,
      };
    isOurs = outcome.kind === "done";
  }
  const seen = await driver.read(targetOf(intent), input.signal);
  if (seen.kind === "absent") {
    const isRemoved = isOurs && intent.operation === "delete";
    return { finding: isRemoved ? "gone" : "absent", observation: null, detail: seen.detail };
  }
  if (seen.kind !== "done") return { finding: "unreadable", observation: null, detail: seen.detail };
  const { observation } = seen;
  if (observation.deleted) return { finding: "deleted", observation: null, detail: "it is soft-deleted" };
  return { finding: isOurs ? "ours" : "otherwise", observation, detail: "" };
}

/** What an operation that has ended with an error has left behind. */
async function lookAtFailed(
  intent: Intent,
  { detail, isTaken }: Extract<WriteOutcome, { kind: "failed" }>,
  { driverOf, clock, signal }: LookInput,
): Promise<Look> {
  const failed = { intent, detail };
  if (isTaken === true && intent.operation === "create")
    return { finding: "undone", observation: null, detail, failed };
  const read = () => driverOf(intent.provider).read(targetOf(intent), signal);
  const seen = await seekRemains(read, clock, signal);
  if (seen.kind !== "done" && seen.kind !== "absent")
    return { finding: "unreadable", observation: null, detail: seen.detail };
  if (seen.kind === "absent" || seen.observation.deleted)
    return { finding: "undone", observation: null, detail, failed };
  return { finding: "half-made", observation: seen.observation, detail, failed };
}

/** No answer that tells anything. */
function isSilence(outcome: { readonly kind: string }): outcome is Refusal {
  return outcome.kind === "unavailable" || outcome.kind === "throttled" || outcome.kind === "unknown";
}
