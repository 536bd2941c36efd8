import { rightsHeading } from "../rendering/plan/render-rights.ts";
import { escapeMarkup } from "./escape-markup.ts";
import { withOwnFingerprints } from "./own-fingerprints.ts";
import {
  besideLines,
  countsOf,
  groupsOf,
  headingOf,
  type PlanToTell,
  problemBlocks,
  problemHeading,
  type RefusalToTell,
  refusalTitle,
  rightsLines,
  titleOf,
} from "./plan-report.ts";

/** What a comment on a pull request may hold; GitHub takes 65 536. */
const mostCharacters = 65_000;

/** Kept free for the lines that say what is not shown. */
const roomForRest = 1_000;

/** A plan for a pull request, folded by risk. Steps and problems are shown whole or not at all; the rest is counted. */
export function markdownPlan(told: PlanToTell): string {
  const plan = withOwnFingerprints(told.plan);
  const page = new Page();
  page.add([`### ${escapeMarkup(titleOf(plan))}`, "", escapeMarkup(countsOf(plan)), "", `\`${plan.digest}\``, ""]);
  let left = plan.problems.length === 0 ? 0 : page.fold(problemHeading(plan), true, problemBlocks(plan), "");
  const rights = rightsLines(plan);
  if (rights.length > 0) left += page.fold(rightsHeading, true, [withDiffMarks(rights)], "diff");
  for (const group of groupsOf(plan))
    left += page.fold(
      headingOf(group),
      group.isRisky,
      group.blocks.map(({ lines }) => lines),
      "diff",
    );
  const beside = besideLines(plan);
  if (beside.length > 0) left += page.fold("Besides", false, [beside], "diff");
  if (page.isCut) page.rest(left, plan.digest);
  return page.text;
}

/** Why there is no plan, for a pull request. */
export function markdownRefusal(told: RefusalToTell): string {
  const page = new Page();
  page.add([`### ${escapeMarkup(refusalTitle(told))}`, ""]);
  const left = page.fold(problemHeading(told), true, problemBlocks(told), "");
  if (left > 0) page.add([`**${left} more ${left === 1 ? "problem has" : "problems have"} no room here.**`]);
  return page.text;
}

/** Lines, as long as there is room for them. */
class Page {
  #lines: string[] = [];
  #length = 0;
  isCut = false;

  get text(): string {
    return `${this.#lines.join("\n").trimEnd()}\n`;
  }

  add(lines: readonly string[]): void {
    this.#lines.push(...lines);
    for (const line of lines) this.#length += line.length + 1;
  }

  /** Adds a folded part with as many of its blocks, from the first on, as there is room for; says how many are left. */
  fold(heading: string, isOpen: boolean, blocks: readonly (readonly string[])[], language: string): number {
    const fence = fenceFor(blocks.flat());
    const head = [
      `<details${isOpen ? " open" : ""}><summary>${escapeMarkup(heading)}</summary>`,
      "",
      `${fence}${language}`,
    ];
    const tail = [fence, "", "</details>", ""];
    let room = mostCharacters - roomForRest - this.#length - lengthOf(head) - lengthOf(tail);
    const shown: string[] = [];
    let left = 0;
    for (const block of blocks) {
      room -= lengthOf(block);
      if (left > 0 || room < 0) left += 1;
      else shown.push(...block);
    }
    if (left > 0) this.isCut = true;
    if (shown.length > 0) this.add([...head, ...shown, ...tail]);
    return left;
  }

  rest(left: number, digest: string): void {
    this.add([
      `**${left} more ${left === 1 ? "part has" : "parts have"} no room here.** ` +
        `All of it: \`plumb plan --show ${digest}\``,
    ]);
  }
}

/** A sign is at the beginning of its line, where pages color it. */
function withDiffMarks(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/^ {2}/, ""));
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** A fence that is longer than any that the lines hold. */
function fenceFor(lines: readonly string[]): string {
  const longest = lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  return "`".repeat(longest + 1);
}
