import { invariant } from "../../../packages/base/invariant.ts";
import type { Step } from "./plan.ts";

/**
 * Steps as a plan has them: sorted by id. A run keeps what has become of a step under its id, so no two have the same.
 */
export function orderedSteps<S extends Step>(steps: readonly S[]): readonly S[] {
  const ordered = [...steps].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const [index, { id }] of ordered.entries())
    invariant(ordered[index + 1]?.id !== id, `two steps of one plan are called ${id}`);
  return ordered;
}
