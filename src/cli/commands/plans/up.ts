import { type Command, optionValue } from "../../command.ts";
import { readDeclaration } from "../../declarations/declaration-file.ts";
import { applyInRounds } from "../../program/apply-program.ts";
import { reportMistake } from "../../reports/report.ts";
import { applySavedPlan } from "../../runs/apply-plan.ts";
import { madeOtherwise, withoutConfigOption } from "../../runs/ask-plan.ts";
import { waitOption } from "../../runs/busy-stack.ts";
import { detachOption, detachRefused } from "../../runs/detach-option.ts";
import { dropAllOfOption } from "../../runs/drop-all-of-option.ts";
import { fullOption } from "../../runs/full-option.ts";
import { reportRunMistake } from "../../runs/run-lines.ts";
import {
  changedOption,
  excludeOption,
  maxDeletionsOption,
  noDeleteOption,
  replaceOption,
  skipUnreadableOption,
  targetOption,
} from "../../runs/selection-options.ts";
import { withinOption } from "../../runs/within-option.ts";

export const up: Command = {
  positionals: [],
  options: [
    fullOption,
    { name: "plan", value: "PLAN", summary: "run exactly this plan: a plan file, or a plan's digest" },
    { name: "yes", short: "y", summary: "do not ask before changing anything" },
    { name: "allow-empty", summary: "let the plan delete everything that the stack manages" },
    withoutConfigOption,
    dropAllOfOption,
    changedOption,
    targetOption,
    excludeOption,
    replaceOption,
    skipUnreadableOption,
    noDeleteOption,
    maxDeletionsOption,
    waitOption,
    withinOption,
    detachOption,
  ],
  description:
    "Plans, shows the plan, asks, and makes the changes. With --plan it applies the plan reviewed earlier, " +
    "without asking, and refuses if the state or a platform has changed since. A run that was interrupted goes on " +
    "where it stopped. A stack that does not exist is made. A plan that deletes everything the stack manages is " +
    "refused without --allow-empty; on a terminal the stack's name is asked for instead. Ctrl-C cancels a " +
    "run, also one that waits for approval; with --detach the server goes on with it alone.",
  examples: [
    { line: "plumb up", meaning: "plan, ask, apply" },
    { line: "plumb up --yes --json", meaning: "for scripts: one JSON event a line" },
    { line: "plumb up --yes --wait 5m", meaning: "wait for a run that is at work on the stack" },
    { line: "plumb up --yes --within 50m", meaning: "end in order before the pipeline's own limit" },
    { line: "plumb up --skip-unreadable", meaning: "go on although a vendor does not answer" },
    { line: "plumb up --plan prod.plan.json", meaning: "run a reviewed plan" },
    { line: "plumb up --yes --detach --server https://plumb.example", meaning: "leave the run to the server" },
  ],
  run: async (invocation) => {
    const refused = detachRefused(invocation);
    if (refused !== undefined) return reportRunMistake(invocation, refused);
    const reference = optionValue(invocation, "plan");
    if (reference !== undefined) {
      const mistake = madeOtherwise("plan", invocation);
      return mistake === undefined ? applySavedPlan(invocation, reference) : reportMistake(invocation, mistake);
    }
    const declaration = await readDeclaration(invocation, "to plan");
    if (!declaration.ok) return reportRunMistake(invocation, declaration.error);
    return await applyInRounds(invocation, declaration.value);
  },
};
