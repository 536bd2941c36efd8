import { originalLineage } from "../engine/state/lineage.ts";
import { carryOver } from "./carry-over.ts";
import type { Deployment } from "./deployment.ts";

/**
 * What the papers of the stack hang on that stands under a name now: the lineage that it was begun with. Empty where nobody has
 * ever held a stack of that name since the last one was removed.
 */
export async function paperLineage(stack: string, world: Pick<Deployment, "register" | "store">): Promise<string> {
  await carryOver(world);
  return originalLineage((await world.store.progress(stack)).lineage);
}
