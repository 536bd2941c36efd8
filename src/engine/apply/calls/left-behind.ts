import type { Change, ReadOutcome, WriteOutcome } from "../../ports/driver.ts";
import { seekRemains } from "../../recover/seek-remains.ts";
import type { WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";

type Failed = Extract<WriteOutcome, { kind: "failed" }>;

/**
 * The error of a creation that the list of operations tells of, where its object stands; undefined where nothing
 * stands, since another call may have been sent. Writes nothing.
 */
export async function leftBehind(
  step: WritingStep,
  { target }: Change,
  { failed }: { readonly failed?: Failed },
  context: RunContext,
): Promise<Failed | undefined> {
  if (failed === undefined) return undefined;
  const { driverOf, clock } = context.input;
  const signal = context.signalOf(step);
  const read = () => context.deadline(step).bound(() => driverOf(step.provider).read(target, signal));
  const seen = await seekRemains(read, clock, signal);
  const isRead = seen.kind === "done" || seen.kind === "absent";
  return isRead && standing(seen) !== null ? failed : undefined;
}

/** What stands, as a look shows it; null where nothing does. */
export function standing(seen: Extract<ReadOutcome, { kind: "done" | "absent" }>) {
  return seen.kind === "done" && !seen.observation.deleted ? seen.observation : null;
}
