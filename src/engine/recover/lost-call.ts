import { type Clock, elapsedSince } from "../../../packages/base/clock.ts";
import type { Change, Driver, WriteOutcome } from "../ports/driver.ts";
import type { Refusal } from "../ports/outcome.ts";

type Failed = Extract<WriteOutcome, { kind: "failed" }>;

/** What the platform's list of operations says of a call whose answer was not seen. */
export type LostCall =
  /** An operation of its kind goes on about the object. */
  | { readonly kind: "goes-on"; readonly operationName: string }
  /**
   * None does, or the platform has none. `failed`: how the last one about the object ended, where that was with an
   * error; it is the call's own where it `isOfTheCall`, and else may be of an earlier one.
   */
  | { readonly kind: "ended"; readonly failed?: Failed; readonly isOfTheCall: boolean }
  /** The platform has not answered the question: the call may go on, and nothing more is sent. */
  | { readonly kind: "unasked"; readonly refusal: Refusal };

/**
 * What became of a lost call, as far as operations tell. `at`: when it was noted, which was before it was sent. Clocks
 * are not compared: the age of an operation by the platform's clock is held against the time that has passed here.
 * Where our clock was set back, no operation counts as the call's own.
 */
export async function becameOfLost(
  driver: Pick<Driver, "operationOf">,
  change: Change,
  at: string,
  clock: Pick<Clock, "now">,
  signal: AbortSignal | undefined,
): Promise<LostCall> {
  if (driver.operationOf === undefined) return { kind: "ended", isOfTheCall: false };
  const outcome = await driver.operationOf(change, signal);
  if (outcome.kind === "found") return { kind: "goes-on", operationName: outcome.operationName };
  if (outcome.kind !== "none") return { kind: "unasked", refusal: outcome };
  const { failed, failedAgeMs = Number.POSITIVE_INFINITY } = outcome;
  if (failed === undefined) return { kind: "ended", isOfTheCall: false };
  return { kind: "ended", failed, isOfTheCall: failedAgeMs <= elapsedSince(Date.parse(at), clock) };
}
