import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { Screen } from "../../terminal.ts";
import { clean, counted, padTo, textWidth, widest } from "../text.ts";

/** What a partial plan takes in beside its targets, and what it leaves as it is. */
export function renderPart(plan: PlanView, { paint }: Screen): readonly string[] {
  const { included = [], left = [], notObserved = [], outside = 0 } = plan;
  // A destroy takes in what leans on its targets, which has to go before them.
  const isDestroy = plan.kind === "destroy";
  const listed = (heading: string, rows: readonly (readonly [string, string])[]): readonly string[] => {
    if (rows.length === 0) return [];
    const width = widest(rows, ([name]) => textWidth(clean(name)));
    return [paint("bold", heading), ...rows.map(([name, why]) => `  ${padTo(clean(name), width)}  ${clean(why)}`), ""];
  };
  return [
    ...listed(
      isDestroy ? "Deleted as well, since it leans on a target:" : "Done as well, since a target needs it:",
      included.map(({ name, neededBy }) => [name, `${isDestroy ? "leans on" : "needed by"} ${neededBy}`]),
    ),
    ...listed(
      "Not observed, and left as it is:",
      notObserved.map(({ name, why }) => [name, why]),
    ),
    ...listed(
      "Left as it is:",
      left.map(({ name, why }) => [name, why]),
    ),
    ...(outside === 0 ? [] : [`The plan is not about ${counted(outside, "other resource")}.`, ""]),
  ];
}
