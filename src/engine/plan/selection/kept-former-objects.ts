import type { Plan, Step } from "../plan.ts";

/** Tells of a step of a plan whether it is a replacement whose old object stays, because nothing is to be deleted. */
export function keptFormerObjects({ left = [] }: Pick<Plan, "left">): (step: Step) => boolean {
  const kept = new Set(left.map(({ address }) => address));
  return (step) => step.kind === "write" && step.action === "replace" && kept.has(step.address);
}
