import { withApprovals } from "./actions/approvals.ts";
import { withOutlivedCalls } from "./actions/outlived-calls.ts";
import { withResumes } from "./actions/resumes.ts";
import { withStateHandled } from "./actions/state-handled.ts";
import { withUpdatesOfNothing } from "./actions/updates-of-nothing.ts";
import { generate } from "./generate.ts";
import { Random } from "./random.ts";
import type { Scenario } from "./scenario.ts";

/**
 * The scenario of a seed with what people do less often, and calls that outlive their process. It is a source of its
 * own, so that a seed anywhere stays what it was.
 */
export function generateWide(seed: number): Scenario {
  const random = new Random(seed, "wide");
  const withMore = random.pick([
    withResumes,
    withApprovals,
    withStateHandled,
    withOutlivedCalls,
    withOutlivedCalls,
    withUpdatesOfNothing,
  ]);
  const scenario = generate(seed);
  // Who dies before it can tell that a name is taken may have made what stands there.
  const strangersAt = scenario.strangersAt?.filter(({ copies }) => copies !== true) ?? [];
  return withMore({ ...scenario, strangersAt }, random);
}
