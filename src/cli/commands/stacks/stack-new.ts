import { type Command, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { stackNamed } from "../../stacks/stack-by-name.ts";

export const stackNew: Command = {
  positionals: [{ name: "NAME" }],
  options: [],
  description:
    "Makes an empty stack. `plumb up -s NAME` makes one by itself; " +
    "if you make stacks first, a misspelt name is noticed.",
  examples: [{ line: "plumb stack new prod", meaning: "then `plumb up -s prod`" }],
  run: async (invocation) => {
    const [name = ""] = invocation.arguments.positionals;
    const named = await stackNamed(name, invocation.project);
    if (!named.ok) return reportMistake(invocation, named.error);
    const { project, stack } = named.value;
    const answer = await invocation.api.call("createStack", { path: { project }, body: { name: stack } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, answer.value);
    else invocation.people.write(`Made stack ${clean(answer.value.stack)}.\n`);
    return exitCodes.done;
  },
};
