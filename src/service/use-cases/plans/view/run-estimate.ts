import type { RunEstimate } from "../../../../contract/documents/plans/plan.ts";
import type { Plan, Step } from "../../../../engine/plan/plan.ts";

/** How many calls a vendor is sent at once, before it asks for less (`src/providers/pacing/adaptive-limit.ts`). */
export const callsAtOnce = 32;
/** How long a call to a vendor takes as a rule, in milliseconds. */
const usualCallMs = 500;

/**
 * What a run of a plan will cost, as far as can be told before: its calls by vendor, and the least time that they take
 * where each takes as long as usual. Nothing is known of platforms that work in the background or ask to be left alone.
 */
export function runEstimate({ steps }: Pick<Plan, "steps">): RunEstimate {
  const byVendor = Map.groupBy(
    steps.filter((step) => callsOf(step) > 0),
    (step) => step.provider.kind,
  );
  const calls = [...byVendor]
    .map(([vendor, own]) => ({ vendor, calls: own.reduce((sum, step) => sum + callsOf(step), 0) }))
    .sort((a, b) => b.calls - a.calls || (a.vendor < b.vendor ? -1 : 1));
  const rounds = Math.max(longestChain(steps), ...calls.map((each) => Math.ceil(each.calls / callsAtOnce)));
  return { calls, atLeastMs: rounds * usualCallMs };
}

/** The calls that a step makes; reads that make sure of them are not counted. */
function callsOf(step: Step): number {
  if (step.kind === "write") return step.blocked === undefined ? 1 : 0;
  if (step.kind === "read") return step.result === null ? 1 : 0;
  if (step.kind !== "removal" || step.how === "forget" || step.blocked !== undefined || step.goneWith !== undefined)
    return 0;
  return step.fields.some(({ reason }) => reason === "before deletion") ? 2 : 1;
}

/** The most calls that have to wait for one another. Steps stand after those that they need. */
function longestChain(steps: readonly Step[]): number {
  const known = new Map<string, number>();
  let longest = 0;
  for (const step of steps) {
    const before = step.needs.reduce((most, id) => Math.max(most, known.get(id) ?? 0), 0);
    const own = before + callsOf(step);
    known.set(step.id, own);
    longest = Math.max(longest, own);
  }
  return longest;
}
