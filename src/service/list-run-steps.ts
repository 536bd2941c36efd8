import type { RunStepRow } from "../contract/documents/runs.ts";
import type { Deployment } from "./deployment.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { stepsOf } from "./run-steps.ts";
import { roundsOf } from "./runs.ts";
import { withNeeds } from "./with-needs.ts";

/**
 * A page of what a run did, call by call, as its journal has it. A run that has none, because it has not begun or is not known, did nothing.
 * Costs what the run is long, and the plans of its rounds that are still kept. Throws what the store throws.
 */
export async function listRunSteps(
  stack: string,
  run: string,
  page: PageRequest,
  deployment: Deployment,
): Promise<Page<RunStepRow>> {
  const journal = await deployment.store.readRun(stack, run);
  const { items, next } = pageOf(stepsOf(journal), ({ place }) => place, page);
  return { items: await withNeeds(stack, roundsOf(journal), items, deployment), next };
}
