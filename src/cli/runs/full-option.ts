import type { OptionSpec } from "../arguments.ts";

/** Of commands that show differences, and of lists with long lines. In a pipe and in a file nothing is cut anyway. */
export const fullOption: OptionSpec = { name: "full", summary: "cut nothing to fit the terminal" };
