import type { NotedChange, WritingStep } from "./noted-change.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Why a deletion of ours that found nothing proves nothing: a read shows the object still, or can't tell. Undefined where the read does
 * not show it either, and of what no deletion takes away. A platform's writes may lag behind its reads. Reads only.
 */
export async function stillThere(
  step: WritingStep,
  { target, prior }: NotedChange,
  context: RunContext,
): Promise<string | undefined> {
  if (prior === null || context.definition(step.type).existence !== "created") return undefined;
  const driver = context.input.driverOf(step.provider);
  const seen = await context.deadline(step).bound(() => driver.read(target, context.signalOf(step)));
  if (seen.kind === "absent" || (seen.kind === "done" && seen.observation.deleted)) return undefined;
  const what = seen.kind === "done" ? "a read still shows it" : `a read can't tell: ${seen.detail}`;
  return `the platform answers the deletion of \`${target.id}\` as though it were not there, and ${what}; its record is kept`;
}
