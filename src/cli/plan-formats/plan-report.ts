import type { Problem } from "../../../packages/base/problems/problem.ts";
import type { GraphView } from "../../contract/documents/declarations.ts";
import type { PlanView } from "../../contract/documents/plans/plan.ts";
import { painter } from "../rendering/paint.ts";
import { besideSteps, countsLine, headings, modeOf, stepBlocks } from "../rendering/plan/render-plan.ts";
import { type RightsBlock, rightsBlocks, rightsHeadings } from "../rendering/plan/render-rights.ts";
import { type StepGroup, stepGroups } from "../rendering/plan/step-groups.ts";
import { renderProblem, reportedOnce } from "../rendering/render-problems.ts";
import { clean, counted } from "../rendering/text.ts";
import type { Screen } from "../terminal.ts";

/** A plan, and what its declaration says of where each resource stands and what it needs. */
export interface ReportedPlan {
  readonly plan: PlanView;
  /** Null where the plan is told without its declaration. */
  readonly graph: GraphView | null;
  /** The file of its declaration, as the user named it. */
  readonly file?: string;
  /** The command that shows all of it, as code in a text. */
  readonly shownBy: string;
  readonly version: string;
}

/** Why there is no plan. */
export interface ReportedRefusal {
  readonly stack: string;
  readonly problems: readonly Problem[];
  readonly version: string;
}

/** Without colour, and never cut. */
export const plainScreen: Screen = { paint: painter(false), width: 120, whole: true };

/** The same, with what stays as it is folded as on a terminal. */
export const foldedScreen: Screen = { ...plainScreen, whole: false };

/** The steps of a plan in groups, by what hurts. */
export function groupsOf(plan: PlanView, screen = plainScreen): readonly StepGroup[] {
  return stepGroups(stepBlocks(plan, screen), plan);
}

/** `Changed (3)`. */
export function headingOf({ title, blocks }: StepGroup): string {
  return `${title} (${blocks.length})`;
}

/** Who gains and who loses what by the steps, and who has by what moved on the platform; without what is empty. */
export function rightsSections({ steps, drift = [] }: PlanView, screen = plainScreen): readonly RightsSection[] {
  const sections = [
    { heading: rightsHeadings.present, isPast: false, blocks: rightsBlocks(steps, screen) },
    { heading: rightsHeadings.past, isPast: true, blocks: rightsBlocks(drift, screen, "past") },
  ];
  return sections.filter(({ blocks }) => blocks.length > 0);
}

interface RightsSection {
  readonly heading: string;
  /** It has happened already, whatever becomes of the plan. */
  readonly isPast: boolean;
  readonly blocks: readonly RightsBlock[];
}

/** `Plan for stack portal/dev`, and whether it is blocked. */
export function titleOf(plan: PlanView): string {
  return `${headings[plan.kind]} for stack ${clean(plan.stack)}${modeOf(plan)}`;
}

export function refusalTitle({ stack }: ReportedRefusal): string {
  return `No plan for stack ${clean(stack)}`;
}

export function countsOf(plan: PlanView): string {
  return countsLine(plan, plainScreen);
}

/** All problems, errors first. The lines of the declaration are left out: they may hold what is not for all to see. */
export function problemBlocks({ problems }: Pick<PlanView, "problems">): readonly ProblemBlock[] {
  const told = reportedOnce(problems);
  const errors = told.filter(({ severity }) => severity === "error");
  const warnings = told.filter(({ severity }) => severity !== "error");
  return [...errors, ...warnings].map((problem) => ({
    problem,
    lines: renderProblem(problem, new Map(), plainScreen),
  }));
}

export interface ProblemBlock {
  readonly problem: Problem;
  readonly lines: readonly string[];
}

export function problemHeading({ problems }: Pick<PlanView, "problems">): string {
  return counted(reportedOnce(problems).length, "problem");
}

/** What is told beside the steps. */
export function besideLines(plan: PlanView, screen = plainScreen): readonly string[] {
  return besideSteps(plan, screen);
}
