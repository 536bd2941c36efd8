import { resumeRun } from "../apply-plan.ts";
import { waitOption } from "../busy-stack.ts";
import type { Command } from "../command.ts";
import { fullOption } from "../full-option.ts";

export const runsResume: Command = {
  positionals: [{ name: "RUN" }],
  options: [fullOption, waitOption],
  description:
    "Takes a run that broke off up again where it stopped, with the plan that was approved then. What its last calls did is found out first. `plumb up` does the same with a new plan; a run after which others have written to the stack can only go on that way.",
  examples: [
    { line: "plumb runs resume 3f9a", meaning: "go on with the run whose id begins so" },
    { line: "plumb runs resume 3f9a --json", meaning: "one JSON event a line" },
  ],
  run: async (invocation) => await resumeRun(invocation, invocation.arguments.positionals[0] ?? ""),
};
