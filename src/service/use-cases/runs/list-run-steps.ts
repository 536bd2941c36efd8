import type { RunStepRow } from "../../../contract/documents/runs/runs.ts";
import type { Deployment } from "../deployment.ts";
import { type Page, type PageRequest, pageOf } from "../lists/page.ts";
import { withNeeds } from "../plans/with-needs.ts";
import { stepsOf } from "./run-steps.ts";
import type { ReportedStep } from "./run-view.ts";
import { roundsOf } from "./runs-of-stack.ts";

/**
 * A page of what a run did, call by call, as its journal has it. A run that has none, because it has not begun or is
 * not known, did nothing. The first page costs what the run is long, with the plans of its rounds that are still kept;
 * another one what it holds, as long as the stack stays as it is. Throws what the store throws.
 */
export async function listRunSteps(
  stack: string,
  run: string,
  page: PageRequest,
  deployment: Deployment,
): Promise<Page<RunStepRow>> {
  const { items, next } = pageOf(await toldSteps(stack, run, deployment), ({ place }) => place, page);
  return { items: items.map(({ place: _, ...row }) => row), next };
}

async function toldSteps(stack: string, run: string, deployment: Deployment): Promise<readonly ReportedStep[]> {
  const { runViews, store } = deployment;
  const read = async () => {
    const journal = await store.readRun(stack, run);
    return withNeeds(stack, roundsOf(journal), stepsOf(journal), deployment);
  };
  if (runViews === undefined) return read();
  const { lineage, serial } = await store.progress(stack);
  return runViews.of(`${stack} ${run} ${lineage} ${serial}`, read);
}
