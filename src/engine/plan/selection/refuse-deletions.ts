import type { Step } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { withRemovalOrder } from "../removals/removal-order.ts";
import type { Selection } from "./selection.ts";
import { deletesObject, StepsByNeed } from "./steps-by-need.ts";

/** So many objects are told by name. */
const mostNamed = 10;

/** Refuses a plan that deletes more objects than it may; what its run can't do does not count. */
export function refuseDeletions({ maxDeletions }: Selection, planning: Planning): void {
  if (maxDeletions === undefined) return;
  const going = done(withRemovalOrder(planning)).filter(deletesObject);
  if (going.length <= maxDeletions) return;
  const named = going.slice(0, mostNamed).map(({ address }) => `\`${address}\``);
  const more = going.length - named.length;
  const names = more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
  const objects = going.length === 1 ? "1 object" : `${going.length} objects`;
  const limit = `\`--max-deletions ${maxDeletions}\``;
  planning.complain("too-many-deletions", `the plan deletes ${objects}, and ${limit} allows fewer: ${names}`, {});
}

/** The steps that a run does not refuse: neither they nor what they need is blocked. */
function done(steps: readonly Step[]): readonly Step[] {
  const isBlocked = (step: Step) => "blocked" in step && step.blocked !== undefined;
  const refused = new StepsByNeed(steps).withheld((step) => (isBlocked(step) ? "it is blocked" : undefined));
  return steps.filter(({ id }) => !refused.has(id));
}
