import type { RunContext } from "../run-context.ts";
import type { NotedChange, WritingStep } from "../steps/noted-change.ts";

/** The key of the claim that a change of a step is about. */
export function claimKeyOf(step: WritingStep, change: NotedChange, context: RunContext): string {
  return context.claimKeyOf(step.type, step.provider.cloudId, change.claim);
}
