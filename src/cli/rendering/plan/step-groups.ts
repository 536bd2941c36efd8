import type { Action, StepView } from "../../../contract/documents/plans/steps.ts";
import { inNaturalOrder } from "./natural-order.ts";

/** Steps of one kind, in the natural order of their names. */
export interface StepGroup {
  readonly title: string;
  /** Nothing that is there is touched. */
  readonly isSafe: boolean;
  readonly steps: readonly StepView[];
}

/** By what hurts: what is lost stands first, then what changes, then what is new. */
const groups: readonly (Pick<StepGroup, "title" | "isSafe"> & { readonly actions: readonly Action[] })[] = [
  { title: "Removed or replaced", isSafe: false, actions: ["delete", "replace", "retain"] },
  { title: "Changed", isSafe: false, actions: ["update", "move", "adopt", "import", "undelete", "same"] },
  { title: "Created", isSafe: true, actions: ["create"] },
  { title: "Read", isSafe: true, actions: ["read"] },
];

/** The steps in groups, without those that are empty. */
export function stepGroups(steps: readonly StepView[]): readonly StepGroup[] {
  return groups.flatMap(({ actions, ...group }) => {
    const own = steps.filter((step) => actions.includes(step.action));
    return own.length === 0 ? [] : [{ ...group, steps: own.toSorted((a, b) => inNaturalOrder(a.name, b.name)) }];
  });
}
