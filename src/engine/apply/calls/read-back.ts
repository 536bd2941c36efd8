import { problem } from "../../../../packages/base/problems/problem.ts";
import type { Change, Observation } from "../../ports/driver.ts";
import type { WritingStep } from "../noted-change.ts";
import { refused } from "../refused.ts";
import type { RunContext } from "../run-context.ts";
import { StepFailed } from "../step-failed.ts";

/** The object as the platform shows it after a write; reads may lag behind, so a few are granted (decision 0055). */
export async function readBack(step: WritingStep, change: Change, context: RunContext): Promise<Observation> {
  const { input } = context;
  const deadline = context.deadline(step);
  for (let wait = 50; ; wait *= 2) {
    const seen = await deadline.bound(() => input.driverOf(step.provider).read(change.target, context.signalOf(step)));
    if (seen.kind === "done" && !seen.observation.deleted) return seen.observation;
    if (seen.kind !== "absent" && seen.kind !== "done") throw refused(step, seen);
    if (wait > 10_000)
      throw new StepFailed(
        problem("not-found", `\`${change.target.id}\` was written and can't be read back`, { address: step.address }),
      );
    await deadline.sleep(wait);
  }
}
