import { type Command, printJson } from "../../command.ts";
import { alignColumns, clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const stackList: Command = {
  positionals: [],
  options: [],
  description: "Lists the stacks of the state directory or server, of all projects, and how many objects each manages.",
  examples: [
    { line: "plumb stack list", meaning: "all stacks" },
    { line: "plumb stack list --json", meaning: "a JSON list" },
  ],
  run: async (invocation) => {
    const { people, diagnostics, settings } = invocation;
    const answer = await invocation.api.list("listStacks", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const stacks = answer.value;
    if (settings.json) printJson(invocation, stacks);
    else if (stacks.length === 0) people.write("There are no stacks; `plumb up` makes one.\n");
    else {
      const rows = stacks.map((row) => [
        clean(row.stack),
        ...(row.problems.length > 0 ? ["?", "?"] : [String(row.resources), String(row.serial)]),
      ]);
      writeLines(people, alignColumns([["STACK", "OBJECTS", "SERIAL"], ...rows]));
      for (const { detail } of stacks.flatMap(({ problems }) => problems)) diagnostics.write(`${clean(detail)}\n`);
    }
    return stacks.some(({ problems }) => problems.length > 0) ? exitCodes.failed : exitCodes.done;
  },
};
