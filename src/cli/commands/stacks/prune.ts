import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { ProblemDocument } from "../../../contract/documents/problems.ts";
import type { PrunedStack, StackPrune } from "../../../contract/documents/stacks.ts";
import type { UsageMistake } from "../../arguments.ts";
import { type Command, type Invocation, optionValue, printJson } from "../../command.ts";
import { clean, counted } from "../../rendering/text.ts";
import { exitCodeOfDocuments, exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake, writeFailure } from "../../reports/report.ts";
import { confirmed } from "../../runs/confirm.ts";
import { wholeNumber } from "../../settings.ts";
import { writeLines } from "../../terminal.ts";

export const prune: Command = {
  positionals: [],
  options: [
    { name: "keep", value: "NUMBER", summary: "so many of the newest runs stay (10, where no age is given)" },
    { name: "older-than", value: "TIME", summary: "only what ended longer ago than this (12h, 30d, 8w)" },
    { name: "all", summary: "of all stacks of the state directory or server" },
    { name: "dry-run", summary: "only show what would go" },
    { name: "yes", short: "y", summary: "do not ask before forgetting anything" },
  ],
  description:
    "Forgets the oldest runs of a stack, with their plans and events, shows first what goes, and asks. A run " +
    "goes when neither --keep nor --older-than keeps it. What is managed stays as it is, and so does what an " +
    "undo of a kept run needs; a run that went can't be shown or undone any more. A run that can go on, and one " +
    "with a call that is not settled, stay with all that came after them. The audit log stays whole. A state " +
    "file gives its room back. With --all, a stack that is refused is told, and the others have their turn.",
  examples: [
    { line: "plumb prune", meaning: "show what goes beyond the 10 newest runs, and ask" },
    { line: "plumb prune --older-than 30d --keep 20 --all --yes", meaning: "for a job by the clock" },
    { line: "plumb prune --keep 0", meaning: "all that can go" },
  ],
  run: async (invocation) => {
    const { settings, context, people } = invocation;
    const asked = whatIsAsked(invocation);
    if (!asked.ok) return reportMistake(invocation, asked.error);
    const stacks = await stacksOf(invocation);
    if (!stacks.ok) return reportFailure(invocation, stacks.error);
    const pruned = (names: readonly string[], dryRun: boolean) =>
      prunedStacks(names, { ...asked.value, dryRun }, invocation);
    const { flags } = invocation.arguments;
    if (flags.has("yes")) return shown(await pruned(stacks.value, flags.has("dry-run")), invocation);
    const found = await pruned(stacks.value, true);
    const going = found.flatMap((each) => ("problem" in each ? [] : [each]));
    if (flags.has("dry-run") || going.every(isNothing)) return shown(found, invocation);
    writeLines(people, going.map(sentenceOf));
    if (!context.stdin.isTTY) {
      const detail = "There is no terminal to ask on, and --yes is not given; nothing was forgotten.";
      return reportMistake(invocation, { detail, hint: "Add --yes." });
    }
    if (!(await confirmed(invocation, "Forget that for good?"))) {
      if (settings.json) printJson(invocation, []);
      else people.write("Nothing was forgotten.\n");
      return exitCodes.cancelled;
    }
    const refused = found.filter((each) => "problem" in each);
    const done = await pruned(
      going.map(({ stack }) => stack),
      false,
    );
    return shown([...refused, ...done], invocation);
  },
};

function whatIsAsked(invocation: Invocation): Result<StackPrune, UsageMistake> {
  const keep = wholeNumber(optionValue(invocation, "keep"), "--keep", 0, Number.MAX_SAFE_INTEGER);
  if (!keep.ok) return keep;
  const age = optionValue(invocation, "older-than");
  const olderThanMs = age === undefined ? undefined : milliseconds(age);
  if (age !== undefined && olderThanMs === undefined)
    return err({ detail: "--older-than takes a time in hours, days or weeks from 0h on, for example 12h, 30d or 8w." });
  if (invocation.arguments.flags.has("all") && invocation.settings.stackGiven)
    return err({ detail: "--all and -s do not go together: one means every stack, the other a certain one." });
  return ok({
    ...(keep.value === undefined ? {} : { keep: keep.value }),
    ...(olderThanMs === undefined ? {} : { olderThanMs }),
  });
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function milliseconds(text: string): number | undefined {
  const [, number, unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const length = units[unit];
  return number === undefined || length === undefined ? undefined : Number(number) * length;
}

async function stacksOf({
  api,
  arguments: given,
  settings,
}: Invocation): Promise<Result<readonly string[], ProblemDocument>> {
  if (!given.flags.has("all")) return ok([settings.stack]);
  const listed = await api.list("listStacks", {});
  return listed.ok ? ok(listed.value.map(({ stack }) => stack)) : listed;
}

/** A stack that was not pruned, and why. */
interface RefusedStack {
  readonly stack: string;
  readonly problem: ProblemDocument;
}

/** One after another; a stack that is refused keeps no other one from its turn. */
async function prunedStacks(
  stacks: readonly string[],
  body: StackPrune,
  { api }: Invocation,
): Promise<readonly (PrunedStack | RefusedStack)[]> {
  const all: (PrunedStack | RefusedStack)[] = [];
  for (const stack of stacks) {
    const answer = await api.call("pruneStack", { path: { stack }, body });
    all.push(answer.ok ? answer.value : { stack, problem: answer.error });
    if (!answer.ok && answer.error.code === "cancelled") break;
  }
  return all;
}

/** Tells what went and what was refused; gives the exit code. */
function shown(told: readonly (PrunedStack | RefusedStack)[], invocation: Invocation): number {
  const { settings, people, diagnostics } = invocation;
  const refused = told.filter((each) => "problem" in each);
  const [only] = refused;
  if (only !== undefined && !invocation.arguments.flags.has("all")) return reportFailure(invocation, only.problem);
  if (settings.json) printJson(invocation, told);
  else if (told.length === 0) people.write("There are no stacks.\n");
  else
    writeLines(
      people,
      told.flatMap((each) => ("problem" in each ? [] : sentenceOf(each))),
    );
  for (const { stack, problem } of refused) {
    diagnostics.write(`Stack ${clean(stack)} was not pruned:\n`);
    writeFailure(diagnostics, problem, new Map());
  }
  return exitCodeOfDocuments(refused.map(({ problem }) => problem));
}

function isNothing({ runs, edits, plans }: PrunedStack): boolean {
  return runs + edits + plans === 0;
}

function sentenceOf(pruned: PrunedStack): string {
  const { stack, dryRun, runs, edits, plans, runsKept, upTo } = pruned;
  const stays = `${counted(runsKept, "run")} ${runsKept === 1 ? "stays" : "stay"}`;
  if (isNothing(pruned)) return `Stack ${clean(stack)}: nothing goes; ${stays}.`;
  const counts = [counted(runs, "run"), ...(edits === 0 ? [] : [counted(edits, "edit")]), counted(plans, "plan")];
  const goes = `${counts.slice(0, -1).join(", ")} and ${counts.at(-1)}`;
  return `Stack ${clean(stack)}: ${goes} up to ${clean(upTo ?? "")} ${dryRun ? "would go" : "went"}; ${stays}.`;
}
