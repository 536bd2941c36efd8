import type { GraphView } from "../../contract/documents/declarations.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import type { StepView } from "../../contract/documents/plans/steps.ts";
import { painter } from "../rendering/paint.ts";
import { besideSteps, countsLine, headings, type StepBlock, stepBlocks } from "../rendering/plan/render-plan.ts";
import { renderProblem } from "../rendering/render-problems.ts";
import { clean, counted } from "../rendering/text.ts";
import type { Screen } from "../terminal.ts";

/** A plan, and what its declaration says of where each resource stands and what it needs. */
export interface PlanToTell {
  readonly plan: PlanView;
  /** Null where the plan is told without its declaration. */
  readonly graph: GraphView | null;
  readonly version: string;
}

/** Steps of one risk, the gravest first. */
export interface RiskGroup {
  readonly heading: string;
  readonly isRisky: boolean;
  readonly blocks: readonly StepBlock[];
}

/** Without colour, and never cut. */
const plainScreen: Screen = { paint: painter(false), width: 120, whole: true };

/** The steps of a plan by what they may cost: what is taken away, then what changes, then what is new. */
export function riskGroups(plan: PlanView): readonly RiskGroup[] {
  const blocks = stepBlocks(plan, plainScreen);
  const of = (heading: string, isIn: (step: StepView) => boolean, isRisky = false) => {
    const found = blocks.filter(({ step }) => isIn(step));
    return found.length === 0 ? [] : [{ heading: `${heading} (${found.length})`, isRisky, blocks: found }];
  };
  const isPlain = (step: StepView) => step.blocked !== true && !isRisky(step);
  return [
    ...of("Will fail", (step) => step.blocked === true, true),
    ...of("Replaced or deleted", (step) => step.blocked !== true && isRisky(step), true),
    ...of("Changed", (step) => isPlain(step) && (step.action === "update" || step.action === "move")),
    ...of("Created", (step) => isPlain(step) && step.action === "create"),
    ...of("Otherwise", (step) => isPlain(step) && !["update", "move", "create"].includes(step.action)),
  ];
}

/** Whether a step takes an object away, or our care for it. */
export function isRisky({ action, superseded }: StepView): boolean {
  return action === "delete" || action === "replace" || action === "retain" || superseded === true;
}

/** `Plan for stack portal/dev`. */
export function titleOf({ kind, stack }: PlanView): string {
  return `${headings[kind]} for stack ${clean(stack)}`;
}

export function countsOf(plan: PlanView): string {
  return countsLine(plan, plainScreen);
}

/** All problems, errors first. The lines of the declaration are left out: they may hold what is not for all to see. */
export function problemBlocks({ problems }: PlanView): readonly (readonly string[])[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  const warnings = problems.filter(({ severity }) => severity !== "error");
  return [...errors, ...warnings].map((each) => renderProblem(each, new Map(), plainScreen));
}

export function problemHeading({ problems }: PlanView): string {
  return counted(problems.length, "problem");
}

/** What is told beside the steps. */
export function besideLines(plan: PlanView): readonly string[] {
  return besideSteps(plan, plainScreen);
}
