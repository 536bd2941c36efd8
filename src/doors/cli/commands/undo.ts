import { applyUndo } from "../apply-plan.ts";
import { waitOption } from "../busy-stack.ts";
import type { Command } from "../command.ts";
import { fullOption } from "../full-option.ts";

export const undo: Command = {
  positionals: [{ name: "RUN" }],
  options: [fullOption, { name: "yes", short: "y", summary: "do not ask before changing anything" }, waitOption],
  description:
    "Plans the inverse of a run, shows it, asks, and carries it out: what the run made goes, what it changed gets its former values, what it deleted comes back. Objects that the run did not touch stay as they are. The declaration is not read; change it too, or the next `plumb up` does it all again.",
  examples: [
    { line: "plumb runs list", meaning: "find the run" },
    { line: "plumb undo e48985d3d5e2", meaning: "show, ask, undo it" },
  ],
  run: async (invocation) => await applyUndo(invocation, invocation.arguments.positionals[0] ?? ""),
};
