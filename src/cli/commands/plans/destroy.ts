import type { Command } from "../../command.ts";
import { readOptionalDeclaration, sourcesOf } from "../../declarations/declaration-file.ts";
import { applyNewPlan } from "../../runs/apply-plan.ts";
import { waitOption } from "../../runs/busy-stack.ts";
import { detachOption, detachRefused } from "../../runs/detach-option.ts";
import { dropAllOfOption } from "../../runs/drop-all-of-option.ts";
import { fullOption } from "../../runs/full-option.ts";
import { reportRunMistake } from "../../runs/run-lines.ts";
import {
  excludeOption,
  keepProtectedOption,
  maxDeletionsOption,
  skipUnreadableOption,
  targetOption,
} from "../../runs/selection-options.ts";
import { withinOption } from "../../runs/within-option.ts";

export const destroy: Command = {
  positionals: [],
  options: [
    fullOption,
    { name: "yes", short: "y", summary: "do not ask before removing anything" },
    dropAllOfOption,
    targetOption,
    excludeOption,
    skipUnreadableOption,
    keepProtectedOption,
    maxDeletionsOption,
    waitOption,
    withinOption,
    detachOption,
  ],
  description:
    "Plans the removal of everything the stack manages, shows the plan, asks, and removes the objects in the " +
    "order that references require. Needs no declaration where the stack is named with its project; " +
    "if there is one, it must be of that project. Protected resources are refused, and so is the removal of " +
    "records whose provider shows none of their objects: a credential of another tenant sees none either. " +
    "With --detach the server goes on with the run alone.",
  examples: [
    { line: "plumb destroy", meaning: "show, ask, remove stack dev" },
    { line: "plumb destroy -s preview-42 --yes", meaning: "without asking" },
    { line: "plumb destroy --keep-protected", meaning: "all but what is protected, and what that needs" },
    {
      line: "plumb destroy --drop-all-of azure",
      meaning: "although no object of provider azure is seen any more",
    },
    { line: "plumb destroy --yes --detach --server https://plumb.example", meaning: "leave the run to the server" },
  ],
  run: async (invocation) => {
    const refused = detachRefused(invocation);
    if (refused !== undefined) return reportRunMistake(invocation, refused);
    const declaration = await readOptionalDeclaration(invocation);
    if (!declaration.ok) return reportRunMistake(invocation, declaration.error);
    return await applyNewPlan(invocation, "destroy", declaration.value, sourcesOf(declaration.value));
  },
};
