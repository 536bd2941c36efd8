import { blockedText } from "../rendering/plan/render-plan.ts";
import { widensRights } from "../rendering/plan/step-groups.ts";
import { escapeMarkup } from "./escape-markup.ts";
import { layOut, type Part, restLine, type Section } from "./markdown-page.ts";
import { withOwnFingerprints } from "./own-fingerprints.ts";
import {
  besideLines,
  countsOf,
  foldedScreen,
  groupsOf,
  headingOf,
  type ProblemBlock,
  plainScreen,
  problemBlocks,
  problemHeading,
  type ReportedPlan,
  type ReportedRefusal,
  refusalTitle,
  rightsSections,
  titleOf,
} from "./plan-report.ts";

/** What gets its room first: nothing that widens rights gives way to anything else. */
const urgency = { widened: 0, gains: 1, problem: 2, rights: 3, risky: 4, other: 5 } as const;

/**
 * A plan for a pull request, folded by risk. What does not fit is told with what stays as it is folded; what does not
 * fit then either is left out, and named.
 */
export function markdownPlan(told: ReportedPlan): string {
  const plan = withOwnFingerprints(told.plan);
  const why = blockedText(plan);
  const blocked = why === undefined ? [] : [`**${escapeMarkup(why)}**`, ""];
  const counts = [escapeMarkup(countsOf(plan)), "", `\`${plan.digest}\``, ""];
  const head = [`### ${escapeMarkup(titleOf(plan))}`, "", ...blocked, ...counts];
  const folded = foldedForms(() => groupsOf(plan, foldedScreen).flatMap(({ blocks }) => blocks));
  const widens = widensRights(plan);
  const beside = besideLines(plan);
  const sections: readonly Section[] = [
    { heading: problemHeading(plan), isOpen: true, language: "", parts: problemBlocks(plan).map(problemPart) },
    ...rightsSections(plan).map((section, at): Section => {
      const rights = foldedForms(() => rightsSections(plan, foldedScreen)[at]?.blocks ?? []);
      return {
        heading: section.heading,
        isOpen: true,
        language: "diff",
        parts: section.blocks.map((block, place) => ({
          name: block.name,
          urgency: block.widens && !section.isPast ? urgency.gains : urgency.rights,
          forms: [() => withDiffMarks(block.lines), () => withDiffMarks(rights(place))],
        })),
      };
    }),
    ...stepSections(),
    {
      heading: "Also",
      isOpen: (plan.notObserved ?? []).length > 0,
      language: "diff",
      parts:
        beside.length === 0
          ? []
          : [{ name: "also", urgency: urgency.other, forms: [() => beside, () => besideLines(plan, foldedScreen)] }],
    },
  ];
  const { lines, leftOut, isShortened } = layOut(head, sections);
  const folds = isShortened ? ["Parts that are too large are folded."] : [];
  const notes = [...(leftOut.length === 0 ? [] : [restLine(leftOut, "part")]), ...folds];
  if (notes.length === 0) return textOf(lines);
  return textOf([...lines, `${notes.join(" ")} All of it: ${told.shownBy}`]);

  function stepSections(): readonly Section[] {
    let place = -1;
    return groupsOf(plan, plainScreen).map((group) => ({
      heading: headingOf(group),
      isOpen: group.isRisky,
      language: "diff",
      parts: group.blocks.map(({ step, lines: whole }): Part => {
        place += 1;
        const own = place;
        const forms = [() => whole, () => folded(own)];
        const { name } = step;
        if (!widens(step)) return { name, urgency: group.isRisky ? urgency.risky : urgency.other, forms };
        const least = () => [whole[0] ?? "", "    (its values have no room here)"];
        return { name, urgency: group.isSafe ? urgency.gains : urgency.widened, forms, least };
      }),
    }));
  }
}

/** Why there is no plan, for a pull request. */
export function markdownRefusal(told: ReportedRefusal): string {
  const head = [`### ${escapeMarkup(refusalTitle(told))}`, ""];
  const parts = problemBlocks(told).map(problemPart);
  const { lines, leftOut } = layOut(head, [{ heading: problemHeading(told), isOpen: true, language: "", parts }]);
  return textOf(leftOut.length === 0 ? lines : [...lines, restLine(leftOut, "problem")]);
}

function problemPart({ problem, lines }: ProblemBlock): Part {
  return { name: problem.address ?? problem.code, urgency: urgency.problem, forms: [() => lines] };
}

/** The lines of each block as they are with what stays folded; they are made once, and only where they are needed. */
function foldedForms(make: () => readonly { readonly lines: readonly string[] }[]) {
  let made: ReturnType<typeof make> | undefined;
  return (place: number): readonly string[] => {
    made ??= make();
    return made[place]?.lines ?? [];
  };
}

function textOf(lines: readonly string[]): string {
  return `${lines.join("\n").trimEnd()}\n`;
}

/** A sign is at the beginning of its line, where pages color it. */
function withDiffMarks(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/^ {2}/, ""));
}
