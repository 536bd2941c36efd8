import type { Planning } from "../planning.ts";
import type { Selection } from "./selection.ts";
import { deletesObject } from "./steps-by-need.ts";

/** So many objects are told by name. */
const mostNamed = 10;

/** Refuses a plan that deletes more objects than it may. */
export function refuseDeletions({ maxDeletions }: Selection, planning: Planning): void {
  if (maxDeletions === undefined) return;
  const going = planning.steps.filter(deletesObject);
  if (going.length <= maxDeletions) return;
  const named = going.slice(0, mostNamed).map(({ address }) => `\`${address}\``);
  const more = going.length - named.length;
  const names = more > 0 ? `${named.join(", ")} and ${more} more` : named.join(", ");
  const objects = going.length === 1 ? "1 object" : `${going.length} objects`;
  const limit = `\`--max-deletions ${maxDeletions}\``;
  planning.complain("too-many-deletions", `the plan deletes ${objects}, and ${limit} allows fewer: ${names}`, {});
}
