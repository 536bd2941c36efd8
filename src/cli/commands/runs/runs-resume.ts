import type { Command } from "../../command.ts";
import { resumeRun } from "../../runs/apply-plan.ts";
import { waitOption } from "../../runs/busy-stack.ts";
import { fullOption } from "../../runs/full-option.ts";

export const runsResume: Command = {
  positionals: [{ name: "RUN", names: "runs" }],
  options: [fullOption, waitOption],
  description:
    "Resumes a run that broke off, where it stopped, with the plan that was approved then. " +
    "It first finds out what the last calls did. `plumb up` does the same with a new plan; " +
    "if later runs have written to the stack, only `plumb up` can go on.",
  examples: [
    { line: "plumb runs resume 3f9a", meaning: "go on with the run whose id begins so" },
    { line: "plumb runs resume 3f9a --json", meaning: "one JSON event a line" },
  ],
  run: async (invocation) => await resumeRun(invocation, invocation.arguments.positionals[0] ?? ""),
};
