import type { Step } from "./plan.ts";

/** An object that steps of a plan take away. */
interface RemovedObject {
  readonly uid: string;
  readonly address: string;
  /** The resource lives on in another object. */
  readonly livesOn: boolean;
}

/** The objects that steps remove from their platforms, whichever step it is that does. */
export function removedObjects(steps: readonly Step[]): readonly RemovedObject[] {
  return steps.flatMap((step) =>
    step.kind === "removal" && step.action === "delete"
      ? [{ uid: step.uid, address: step.address, livesOn: step.superseded }]
      : [],
  );
}

/**
 * Whether steps leave a stack that manages objects without any of them: all go, and one at least is deleted. What is made
 * anew beside them does not count: it is no successor.
 */
export function leavesNothing(steps: readonly Step[], records: Iterable<{ readonly uid: string }>): boolean {
  const deleted = new Set(removedObjects(steps).flatMap(({ uid, livesOn }) => (livesOn ? [] : [uid])));
  const goes = new Set(steps.flatMap((step) => (step.kind === "removal" && !step.superseded ? [step.uid] : [])));
  return deleted.size > 0 && [...records].every(({ uid }) => goes.has(uid));
}
