import { originalLineage } from "../../../engine/state/lineage.ts";
import type { Deployment } from "../deployment.ts";

/**
 * What the documents of the stack hang on that stands under a name now: the lineage that it was begun with. Empty where
 * no stack of that name was ever held since the last one was removed (decision 0053).
 */
export async function documentLineage(
  stack: string,
  deployment: Pick<Deployment, "documentStore" | "store" | "movesFinished">,
): Promise<string> {
  await deployment.movesFinished();
  return originalLineage((await deployment.store.progress(stack)).lineage);
}
