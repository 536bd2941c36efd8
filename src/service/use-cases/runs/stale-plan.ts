import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../../packages/base/turns.ts";
import { planDigestInParts } from "../../../engine/plan/document/plan-document.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";
import type { FoundPlan } from "../plans/newest-plan.ts";
import { otherDefinitions } from "../plans/other-definitions.ts";
import { otherOutputs } from "../stacks/read-stacks.ts";
import { JournalLists } from "../state/journal-lists.ts";

/** What a plan is bound to and is no longer so. */
export async function whatIsStale(
  { plan, madeFor, isOwn }: FoundPlan,
  digest: string,
  state: StackState,
  deployment: Deployment,
): Promise<readonly Problem[]> {
  const { bindings } = plan;
  const stale: string[] = [];
  if (!isOwn && (await inTurns(planDigestInParts({ ...plan, stack: madeFor }), deployment.turns)) !== digest)
    stale.push("the plan's content does not match its digest");
  // A stack that was never written to when the plan was made had no lineage yet.
  const isKin = bindings.lineage === "" || bindings.lineage === state.lineage;
  if (!isKin) stale.push("the stack was made anew since the plan");
  else if (bindings.serial !== state.serial) {
    const since = `the state went from serial ${bindings.serial} to ${state.serial} since the plan`;
    stale.push((await ownRun(plan, deployment)) ?? `${since}: a run or an edit of the state came between`);
  }
  if (bindings.duringRun === true) stale.push("another run was at work when the plan was made, with calls in flight");
  stale.push(...otherDefinitions(bindings, deployment.catalog), ...(await otherOutputs(bindings, deployment)));
  return stale.map((detail) => problem("stale-plan", `${detail}; plan again`));
}

/** That a run has taken up the plan before, and what became of it; null where none has that is still known. */
async function ownRun(
  { stack, digest }: FoundPlan["plan"],
  { store, journalLists = new JournalLists() }: Deployment,
): Promise<string | null> {
  const { runs } = await journalLists.of(stack, store);
  const own = runs.findLast((each) => each.plan === digest);
  if (own === undefined) return null;
  const { run, status } = own;
  return status === "done"
    ? `run ${run} has applied this plan already`
    : `run ${run} has begun to apply this plan already, and ${status === "failed" ? "failed" : `was ${status}`}`;
}
