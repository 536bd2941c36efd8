import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import type { Observation, WriteOutcome } from "../../ports/driver.ts";
import { madeAt } from "../../state/drift/stood-before.ts";
import type { NotedChange, WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";

/** Why an answer to a deletion proves nothing. */
export interface Doubt {
  readonly detail: string;
  /** No read tells whether the object stands. */
  readonly isUnread: boolean;
  /** The deletion may have taken its object away all the same. */
  readonly mayHaveDeleted: boolean;
}

/**
 * Why a deletion of ours that is answered as done, or finds nothing, proves nothing: a read shows the object still, or
 * can't tell. The network may have delivered what finds nothing twice; where the look is not answered, or not made
 * any more, that is left open, while a platform that refuses the look may hide what stands. Undefined where the read
 * does not show it either, where it was not made since the run is called off, and of what no deletion takes away. A
 * platform's writes may lag behind its reads, and an answer may be given for what was not done. Reads only.
 */
export async function stillThere(
  step: WritingStep,
  { target, prior }: NotedChange,
  answer: Extract<WriteOutcome, { kind: "done" | "absent" }>,
  context: RunContext,
): Promise<Doubt | undefined> {
  const definition = context.definition(step.type);
  const driver = context.input.driverOf(step.provider);
  const isDone = answer.kind === "done";
  if (definition.existence !== "created") return undefined;
  // Where reads lag behind, the driver has ended the deletion by reads.
  if (isDone ? driver.readsLag?.(step.type) === true : prior === null) return undefined;
  const seen = await context.deadline(step).bound(() => driver.read(target, context.signalOf(step)));
  if (seen.kind === "absent" || (seen.kind === "done" && seen.observation.deleted)) return undefined;
  if (isDone && (seen.kind === "done" ? isMadeAnew(prior, seen.observation, definition) : context.input.signal.aborted))
    return undefined;
  const how = isDone ? "as done" : "as though it were not there";
  const what = seen.kind === "done" ? "a read still shows it" : `a read can't tell: ${seen.detail}`;
  const kept = prior === null ? "" : "; its record is kept";
  const detail = `the platform answers the deletion of \`${target.id}\` ${how}, and ${what}${kept}`;
  const isUnanswered = seen.kind === "unavailable" || seen.kind === "throttled" || seen.kind === "unknown";
  return { detail, isUnread: seen.kind !== "done", mayHaveDeleted: isDone || isUnanswered };
}

/**
 * Whether the platform tells that what stands now was made at another time than what was to go: it is another hand's.
 */
function isMadeAnew(prior: Observation | null, now: Observation, definition: ResourceDefinition): boolean {
  const before = prior === null ? undefined : madeAt(prior.outputs, definition);
  const since = madeAt(now.outputs, definition);
  return before !== undefined && since !== undefined && before !== since;
}
