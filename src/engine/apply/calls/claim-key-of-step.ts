import type { NotedChange, WritingStep } from "../noted-change.ts";
import type { RunContext } from "../run-context.ts";

/** The key of the claim that a change of a step is about. */
export function claimKeyOf(step: WritingStep, change: NotedChange, context: RunContext): string {
  return context.claimKeyOf(step.type, step.provider.cloudId, change.claim);
}
