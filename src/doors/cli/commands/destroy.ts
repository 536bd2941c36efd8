import { ok } from "../../../base/result.ts";
import { applyNewPlan } from "../apply-plan.ts";
import { waitOption } from "../busy-stack.ts";
import type { Command } from "../command.ts";
import { declarationFile, readOptionalDeclaration, sourcesOf } from "../declaration-file.ts";
import { fullOption } from "../full-option.ts";
import { isProgram } from "../program/program-file.ts";
import { declarationHere } from "../project-here.ts";
import { reportRunMistake } from "../run-lines.ts";

export const destroy: Command = {
  positionals: [],
  options: [fullOption, { name: "yes", short: "y", summary: "do not ask before removing anything" }, waitOption],
  description:
    "Plans the removal of everything the stack manages, shows it, asks, and removes it in the order that references demand. Works without the declaration; protected resources are refused.",
  examples: [
    { line: "plumb destroy", meaning: "show, ask, remove stack dev" },
    { line: "plumb destroy -s preview-42 --yes", meaning: "without asking" },
  ],
  run: async (invocation) => {
    // A program is run for its project's name alone: one that fails has no part in a destroy.
    const isMade = isProgram(await declarationFile(invocation));
    const declaration = isMade ? ok(await declarationHere(invocation)) : await readOptionalDeclaration(invocation);
    if (!declaration.ok) return reportRunMistake(invocation, declaration.error);
    return await applyNewPlan(invocation, "destroy", declaration.value, sourcesOf(declaration.value));
  },
};
