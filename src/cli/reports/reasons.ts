import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { GraphView } from "../../contract/documents/declarations.ts";
import type { DriftRow } from "../../contract/documents/drift.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { Action, StepView } from "../../contract/documents/plans/steps.ts";

/** Another resource or look-up, and what the plan does with it. */
export interface Neighbour {
  readonly name: string;
  /** `deferred`: its action is planned only after other steps. */
  readonly action: Action | "deferred" | "none";
}

/** Why a plan does with one resource what it does: the JSON document of `why`. */
export interface Reasons {
  readonly name: string;
  readonly type: string | null;
  readonly declared: boolean;
  /** All its steps; a replaced object's old self comes last. None when it is planned later. */
  readonly steps: readonly StepView[];
  /** Why it can't be planned yet. */
  readonly deferred: string | null;
  readonly needs: readonly Neighbour[];
  readonly neededBy: readonly Neighbour[];
  /** Those of `needs` whose steps come first. */
  readonly waitsFor: readonly string[];
  /** What of it moved on the platform and no step puts back. */
  readonly drift: readonly DriftRow[];
  readonly problems: readonly Problem[];
}

const instant: ReadonlySet<Neighbour["action"]> = new Set<Neighbour["action"]>(["same", "none"]);

/**
 * Reads out of a plan and a graph all that concerns `name`; `recordedNeeds` are those of what is not declared any more.
 */
export function reasonsFor(
  name: string,
  plan: PlanView,
  graph: GraphView,
  recordedNeeds: readonly string[] = [],
): Reasons {
  const steps = plan.steps.filter((step) => step.name === name);
  const node = graph.nodes.find((each) => each.name === name);
  const neighbour = (each: string): Neighbour => ({ name: each, action: actionOf(each, plan) });
  const needed = graph.edges.filter(({ from }) => from === name).map(({ to }) => to);
  const needs = sorted([...needed, ...recordedNeeds]).map(neighbour);
  const neededBy = sorted(graph.edges.filter(({ to }) => to === name).map(({ from }) => from)).map(neighbour);
  const isAtRest = steps.every((step) => step.action === "same" || step.done === true);
  const deferred = plan.deferred.find((each) => each.name === name)?.why ?? null;
  // What goes away goes before what it needs.
  const isLeaving = node === undefined;
  const awaited = needs.filter((each) => !instant.has(each.action) && !isDone(each.name, plan));
  return {
    name,
    type: node?.type ?? steps[0]?.type ?? null,
    declared: node !== undefined,
    steps,
    deferred,
    needs,
    neededBy,
    waitsFor: isLeaving || (isAtRest && deferred === null) ? [] : awaited.map((each) => each.name),
    drift: (plan.drift ?? []).filter((each) => each.name === name),
    problems: plan.problems.filter((each) => each.address === name),
  };
}

function actionOf(name: string, plan: PlanView): Neighbour["action"] {
  const step = plan.steps.find((each) => each.name === name && each.superseded !== true);
  if (step !== undefined) return step.action;
  return plan.deferred.some((each) => each.name === name) ? "deferred" : "none";
}

function isDone(name: string, plan: PlanView): boolean {
  return plan.steps.some((step) => step.name === name && step.done === true);
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
