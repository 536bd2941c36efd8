import type { Command } from "../../command.ts";
import { applyUndo } from "../../runs/apply-plan.ts";
import { waitOption } from "../../runs/busy-stack.ts";
import { detachOption, detachRefused } from "../../runs/detach-option.ts";
import { dropAllOfOption } from "../../runs/drop-all-of-option.ts";
import { fullOption } from "../../runs/full-option.ts";
import { reportRunMistake } from "../../runs/run-lines.ts";

export const undo: Command = {
  positionals: [{ name: "RUN", names: "runs", optional: true }],
  options: [
    fullOption,
    { name: "yes", short: "y", summary: "do not ask before changing anything" },
    dropAllOfOption,
    waitOption,
    detachOption,
  ],
  description:
    "Plans the inverse of a run, or of an edit of the state, shows it, asks, and carries it out: " +
    "objects that the run made are deleted, fields that it changed get their former values, " +
    "and objects that it deleted are made again. Nothing else is touched: drift and the work of later runs stay. " +
    "If a later run depends on what is to be undone, the plan is refused and names that run. " +
    "The declaration is not read; change it too, or the next `plumb up` does it all again. " +
    "With --detach the server goes on with the run alone.",
  examples: [
    { line: "plumb runs list", meaning: "find the run" },
    { line: "plumb undo e48985d3d5e2", meaning: "show, ask, undo it" },
    {
      line: "plumb undo e48985d3d5e2 --yes --detach --server https://plumb.example",
      meaning: "leave the run to the server",
    },
  ],
  run: async (invocation) => {
    const refused = detachRefused(invocation);
    if (refused !== undefined) return reportRunMistake(invocation, refused);
    return await applyUndo(invocation, invocation.arguments.positionals[0]);
  },
};
