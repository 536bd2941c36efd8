import { hasErrors } from "../../../../packages/base/problems/problem.ts";
import type { Result } from "../../../../packages/base/result.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { ProblemDocument } from "../../../contract/documents/problems.ts";
import { type Command, type Invocation, optionValue, printJson } from "../../command.ts";
import { declarationFiles, readDeclaration, sourcesOf } from "../../declarations/declaration-file.ts";
import {
  formatIn,
  formatOption,
  type PlanFormat,
  writeDocument,
  writeRefusal,
} from "../../plan-formats/plan-formats.ts";
import { localTime } from "../../rendering/local-time.ts";
import { plannedCounts } from "../../rendering/plan/action-words.ts";
import { type PlanStyle, problemsBeside } from "../../rendering/plan/render-plan.ts";
import type { Sources } from "../../rendering/render-problems.ts";
import { alignColumns, clean } from "../../rendering/text.ts";
import { exitCodeOfProblems, exitCodes } from "../../reports/exit-code.ts";
import { documentOfMistake } from "../../reports/failure-document.ts";
import { reportFailure, reportMistake, writeProblems } from "../../reports/report.ts";
import { askPlan, madeOtherwise, withoutConfigOption } from "../../runs/ask-plan.ts";
import { dropAllOfOption } from "../../runs/drop-all-of-option.ts";
import { fullOption } from "../../runs/full-option.ts";
import {
  changedOption,
  excludeOption,
  maxDeletionsOption,
  noDeleteOption,
  replaceOption,
  skipUnreadableOption,
  targetOption,
} from "../../runs/selection-options.ts";
import { findPlan, hasChanges, planFileText, shortDigest } from "../../runs/whole-plan.ts";
import { writePlan } from "../../runs/write-plan.ts";
import { stackLabel } from "../../stacks/stack-label.ts";
import { withCommands, writeLines } from "../../terminal.ts";

export const plan: Command = {
  positionals: [],
  options: [
    fullOption,
    formatOption,
    { name: "out", value: "FILE", writes: "file", summary: "save the plan for `plumb up --plan FILE`" },
    { name: "detailed-exitcode", summary: "exit 3 when the plan has changes" },
    { name: "no-refresh", summary: "plan from the recorded state, without reading the cloud" },
    withoutConfigOption,
    dropAllOfOption,
    changedOption,
    targetOption,
    excludeOption,
    replaceOption,
    skipUnreadableOption,
    noDeleteOption,
    maxDeletionsOption,
    { name: "watch", summary: "plan again whenever the declaration is saved, until Ctrl-C" },
    { name: "list", summary: "list the stack's plans instead of making one" },
    { name: "show", value: "DIGEST", summary: "show a plan made earlier (digest, its beginning, or a plan file)" },
  ],
  description:
    "Reads the cloud, compares it with the declaration and shows what `plumb up` would do, field by field. " +
    "Changes nothing. The store or service keeps every plan, where it can be run by its digest or the file of " +
    "--out. With --target, --exclude or --skip-unreadable it is about a part of the " +
    "stack: what is left out is neither changed nor deleted.",
  examples: [
    { line: "plumb plan", meaning: "what would change in stack dev" },
    { line: "plumb plan -s prod --out prod.plan.json", meaning: "save the plan for review" },
    { line: "plumb plan -f plumb.ts --watch", meaning: "see what each change of the program does" },
    { line: "plumb plan --target web --exclude 'azure:*'", meaning: "of web and what it needs, without Azure" },
    { line: "plumb plan --changed", meaning: "of a large stack, read only what the edit is about" },
    { line: "plumb plan --format markdown", meaning: "for a comment on a pull request" },
    { line: "plumb plan --format html > plan.html", meaning: "one page, with a picture of what needs what" },
    { line: "plumb plan --json --detailed-exitcode", meaning: "for scripts: exit 3 means changes" },
  ],
  run: async (invocation) => {
    const { flags, values } = invocation.arguments;
    const exclusive = ["list", "show", "out"].filter((name) => flags.has(name) || values.has(name));
    if (exclusive.length > 1) {
      const detail = `--${exclusive[0]} and --${exclusive[1]} can't be combined.`;
      return reportMistake(invocation, { detail });
    }
    const mistake = exclusive[0] === "show" ? madeOtherwise("show", invocation) : undefined;
    if (mistake !== undefined) return reportMistake(invocation, mistake);
    const format = formatIn(invocation);
    if (!format.ok) return reportMistake(invocation, format.error);
    if (flags.has("list")) return await listPlans(invocation);
    const reference = optionValue(invocation, "show");
    if (reference !== undefined) return await showPlan(invocation, reference, format.value);
    // With --watch, at once and after each save; the last plan gives the exit code.
    for (;;) {
      const begun = invocation.context.now();
      const declaration = await readDeclaration(invocation, "to plan");
      let exitCode: number;
      if (declaration.ok) {
        const answer = await askPlan(invocation, declaration.value, !flags.has("no-refresh"));
        if (!answer.ok && format.value !== undefined) writeRefusal(invocation, format.value, answer.error);
        exitCode =
          format.value === undefined || !answer.ok
            ? await tellPlan(invocation, answer, sourcesOf(declaration.value))
            : await tellAs(invocation, format.value, answer.value, declaration.value);
      } else {
        const { error } = declaration;
        if (format.value !== undefined)
          writeRefusal(invocation, format.value, error.failure ?? documentOfMistake(error));
        exitCode = reportMistake(invocation, error);
      }
      if (!flags.has("watch") || !(await isSavedAgain(invocation, begun))) return exitCode;
    }
  },
};

/**
 * Waits until the declaration or a file of its program has been saved since a time; false where the user asks to stop.
 */
async function isSavedAgain(invocation: Invocation, since: number): Promise<boolean> {
  const { context, diagnostics } = invocation;
  if (context.signal.aborted) return false;
  const files = await declarationFiles(invocation);
  diagnostics.write(`Watching ${files.map(clean).join(", ")}; Ctrl-C ends it.\n`);
  await context.fileChange(files, since);
  return !context.signal.aborted;
}

/** Shows what came of planning, and saves the plan where that is asked for. */
async function tellPlan(
  invocation: Invocation,
  answer: Result<PlanView, ProblemDocument>,
  sources: Sources,
): Promise<number> {
  if (!answer.ok) return reportFailure(invocation, answer.error, sources);
  const blocked = hasErrors(answer.value.problems);
  const out = optionValue(invocation, "out");
  if (out !== undefined && !blocked) await invocation.context.files.writePrivate(out, planFileText(answer.value));
  const exitCode = present(invocation, answer.value, sources);
  const run = out === undefined ? shortDigest(answer.value.digest) : out;
  if (out !== undefined) {
    invocation.people.write(
      blocked ? `The plan is blocked and was not saved.\n` : `Saved the plan to ${clean(out)}.\n`,
    );
  }
  if (answer.value.readOnly === true && !invocation.settings.json && hasChanges(answer.value)) {
    invocation.people.write("Nothing can be carried out in the read-only mode (PLUMB_READ_ONLY).\n");
  } else if (!blocked && !invocation.settings.json && hasChanges(answer.value)) {
    const isEmptying = answer.value.removesAll === true;
    const emptying = isEmptying ? ["--allow-empty"] : [];
    const line = withCommands(invocation.people, `\`${["plumb up --plan", clean(run), ...emptying].join(" ")}\``);
    const why = isEmptying ? "; it deletes everything that the stack manages, which --allow-empty allows" : "";
    invocation.people.write(`Run ${line} to carry out exactly this plan${why}.\n`);
  }
  return exitCode;
}

/** Prints a plan as one document, and nothing besides; saves it where that is asked for. */
async function tellAs(
  invocation: Invocation,
  format: PlanFormat,
  plan: PlanView,
  declaration?: DeclarationText,
): Promise<number> {
  const out = optionValue(invocation, "out");
  if (out !== undefined && !hasErrors(plan.problems))
    await invocation.context.files.writePrivate(out, planFileText(plan));
  await writeDocument(invocation, format, plan, declaration);
  return exitCodeOf(invocation, plan);
}

async function showPlan(invocation: Invocation, reference: string, format?: PlanFormat): Promise<number> {
  const found = await findPlan(invocation, reference);
  if (!found.ok) return reportFailure(invocation, found.error);
  if (format !== undefined) return await tellAs(invocation, format, found.value);
  return present(invocation, found.value, new Map(), { label: shortDigest(found.value.digest) });
}

function present(invocation: Invocation, view: PlanView, sources: Sources, style: PlanStyle = {}): number {
  if (invocation.settings.json) {
    printJson(invocation, view);
    // No plan is rendered, so every warning is said here.
    writeProblems(invocation, view.problems, sources);
  } else {
    // Before anything else: what follows may be of the moment.
    writeProblems(invocation, view.problems.filter(isOfTheMoment), sources);
    const beside = problemsBeside(view).filter((each) => !isOfTheMoment(each));
    writePlan(invocation, view, style, beside, sources);
  }
  return exitCodeOf(invocation, view);
}

function exitCodeOf(invocation: Invocation, view: PlanView): number {
  const exitCode = exitCodeOfProblems(view.problems);
  if (exitCode !== exitCodes.done) return exitCode;
  return invocation.arguments.flags.has("detailed-exitcode") && hasChanges(view) ? exitCodes.changes : exitCodes.done;
}

function isOfTheMoment({ code }: PlanView["problems"][number]): boolean {
  return code === "run-at-work";
}

async function listPlans(invocation: Invocation): Promise<number> {
  const answer = await invocation.api.list("listPlans", { path: { stack: invocation.settings.stack } });
  if (!answer.ok) return reportFailure(invocation, answer.error);
  const plans = answer.value;
  if (invocation.settings.json) printJson(invocation, { plans });
  else if (plans.length === 0) invocation.people.write(`Stack ${await stackLabel(invocation)} has no plans.\n`);
  else {
    const rows = plans.map(({ digest, createdAt, kind, summary }) => {
      // A read changes nothing, and most were done while planning.
      return [shortDigest(digest), localTime(createdAt), kind, plannedCounts({ ...summary, read: 0 })];
    });
    writeLines(invocation.people, alignColumns([["PLAN", "CREATED", "KIND", "CHANGES"], ...rows]));
  }
  return exitCodes.done;
}
