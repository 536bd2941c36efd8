import type { Planning } from "../planning.ts";
import type { Selection } from "./selection.ts";
import { deletesObject } from "./steps-by-need.ts";

/** Refuses a plan that deletes more objects than it may. */
export function refuseDeletions({ maxDeletions }: Selection, planning: Planning): void {
  if (maxDeletions === undefined) return;
  const going = planning.steps.filter(deletesObject);
  if (going.length <= maxDeletions) return;
  const names = going.map(({ address }) => `\`${address}\``).join(", ");
  const limit = `\`--max-deletions ${maxDeletions}\``;
  planning.complain(
    "too-many-deletions",
    `the plan deletes ${going.length} objects, and ${limit} allows fewer: ${names}`,
    {},
  );
}
