import type { Step } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { withRemovalOrder } from "../removals/removal-order.ts";
import type { Selection } from "./selection.ts";
import { deletesObject, grantsRemoved, StepsByNeed } from "./steps-by-need.ts";

/** So many objects and grants are told by name. */
const mostNamed = 10;

/** Refuses a plan that deletes more than it may, grants of others included; what its run can't do does not count. */
export function refuseDeletions({ maxDeletions }: Selection, planning: Planning): void {
  if (maxDeletions === undefined) return;
  const steps = done(withRemovalOrder(planning));
  const objects = steps.filter(deletesObject).map(({ address }) => `\`${address}\``);
  const grants = steps.flatMap((step) => grantsRemoved(step).map((words) => `${words} by \`${step.address}\``));
  const going = [...objects, ...grants];
  if (going.length <= maxDeletions) return;
  const named = going.slice(0, mostNamed);
  const more = going.length - named.length;
  const names = more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
  const counts = [
    ...(objects.length > 0 ? [`deletes ${objects.length === 1 ? "1 object" : `${objects.length} objects`}`] : []),
    ...(grants.length > 0 ? [`removes ${grants.length === 1 ? "1 grant" : `${grants.length} grants`} of others`] : []),
  ];
  const limit = `\`--max-deletions ${maxDeletions}\``;
  planning.complain("too-many-deletions", `the plan ${counts.join(" and ")}, and ${limit} allows fewer: ${names}`, {});
}

/** The steps that a run does not refuse: neither they nor what they need is blocked. */
function done(steps: readonly Step[]): readonly Step[] {
  const isBlocked = (step: Step) => "blocked" in step && step.blocked !== undefined;
  const refused = new StepsByNeed(steps).withheld((step) => (isBlocked(step) ? "it is blocked" : undefined));
  return steps.filter(({ id }) => !refused.has(id));
}
