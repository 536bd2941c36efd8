import type { PhysicalIdentity } from "../../state/records/record.ts";
import type { StackState } from "../../state/stack-state.ts";
import type { Plan, Step } from "../plan.ts";

/** An object that steps of a plan take away. */
interface RemovedObject {
  readonly uid: string;
  readonly address: string;
  /** The resource lives on in another object. */
  readonly livesOn: boolean;
}

/**
 * The object that a step takes away from the platform or puts back as it was before us; null where it leaves all there
 * is.
 */
export function removedBy(step: Step): PhysicalIdentity | null {
  if (step.kind === "write") return step.removes ?? null;
  if (step.kind !== "removal") return null;
  return step.how !== "forget" ? step.identity : null;
}

/** The objects that steps remove from their platforms, whichever step it is that does. */
export function removedObjects(steps: readonly Step[]): readonly RemovedObject[] {
  return steps.flatMap((step) => {
    if ((step.kind !== "write" && step.kind !== "removal") || removedBy(step) === null) return [];
    return [{ uid: step.uid, address: step.address, livesOn: step.kind === "write" || step.superseded }];
  });
}

/**
 * Whether a plan of kind apply leaves a stack that manages objects without any of them: all go, and one at least is
 * deleted. What is made anew beside them does not count: it is no successor.
 */
export function removesAll({ kind, steps }: Plan, { records }: Pick<StackState, "records">): boolean {
  if (kind !== "apply" || records.size === 0) return false;
  const isDeleted = removedObjects(steps).some(({ livesOn }) => !livesOn);
  const goes = new Set(steps.flatMap((step) => (step.kind === "removal" && !step.superseded ? [step.uid] : [])));
  return isDeleted && records.values().every(({ uid }) => goes.has(uid));
}
