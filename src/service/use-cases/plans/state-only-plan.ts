import type { Problem } from "../../../../packages/base/problems/problem.ts";
import { withReportedErrors } from "../../../../packages/base/problems/reported-problems.ts";
import { inTurns } from "../../../../packages/base/turns.ts";
import type { SettledCall } from "../../../contract/documents/in-flight-calls.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import { usedDefinitions } from "../../../engine/plan/document/used-definitions.ts";
import { orderedSteps } from "../../../engine/plan/ordered-steps.ts";
import {
  type Bindings,
  engineFlags,
  type Plan,
  type PlanContent,
  planFormat,
  type RecordStep,
} from "../../../engine/plan/plan.ts";
import { outputsWithout } from "../../../engine/state/stack-outputs.ts";
import type { StackState } from "../../../engine/state/stack-state.ts";
import type { Deployment } from "../deployment.ts";
import { holderNow, runAtWork } from "../lease/busy-stack.ts";
import { deniedSteps } from "../runs/denied-step.ts";
import { keptView } from "./kept-plans.ts";

/** What a plan that changes records only is made of. */
export interface StateOnlyPlan {
  readonly kind: "refresh" | "import";
  readonly stack: string;
  readonly state: StackState;
  /** Calls that were in flight when it was made. */
  readonly inFlight: readonly SettledCall[];
  /** The objects that were read, and the versions seen. */
  readonly seen: Pick<Bindings, "observed" | "othersAsRecorded">;
  readonly steps: readonly RecordStep[];
  readonly unchanged: Plan["unchanged"];
  readonly problems: readonly Problem[];
}

/** Seals such a plan and keeps it: a run carries it out like any other. */
export async function keepStateOnlyPlan(content: StateOnlyPlan, deployment: Deployment): Promise<PlanView> {
  const { kind, stack, state, seen, steps, unchanged } = content;
  const denied = await inTurns(deniedSteps(steps, stack, deployment), deployment.turns);
  const holder = await holderNow(stack, deployment);
  const changes = { steps: orderedSteps(steps), recordUpdates: [], deferred: [] };
  const made: PlanContent = {
    format: planFormat,
    kind,
    stack,
    round: 1,
    bindings: {
      declaration: null,
      lineage: state.lineage,
      serial: state.serial,
      definitions: usedDefinitions(changes, { checked: null, records: state.records }, deployment.catalog),
      engineFlags,
      ...seen,
      observed: [...seen.observed].sort((a, b) => (a.identity < b.identity ? -1 : 1)),
    },
    ...changes,
    unchanged,
    outputs: kind === "import" ? state.outputs : outputsWithout(removals(steps), state).outputs,
    problems: withReportedErrors([
      ...(holder === null ? [] : [runAtWork(stack, holder)]),
      ...content.problems,
      ...denied,
    ]),
  };
  return keptView({ content: made, state, inFlight: content.inFlight }, null, deployment);
}

function removals(steps: readonly RecordStep[]) {
  return steps.map(({ effect }) => effect).filter((effect) => effect.kind === "remove");
}
