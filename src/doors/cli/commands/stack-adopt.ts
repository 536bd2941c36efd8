import { type Command, optionValue, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { clean } from "../rendering/text.ts";
import { reportFailure, reportMistake } from "../report.ts";

export const stackAdopt: Command = {
  positionals: [{ name: "NAME" }],
  options: [{ name: "project", value: "PROJECT", summary: "whose declarations the stack is to take" }],
  description:
    "Hands a stack to another project, for example after the project was renamed: from now on the stack takes only declarations with that `name:`. The objects that it manages do not change.",
  examples: [{ line: "plumb stack adopt dev --project customer-portal", meaning: "after `name:` was changed" }],
  run: async (invocation) => {
    const [name = ""] = invocation.arguments.positionals;
    const project = optionValue(invocation, "project");
    if (project === undefined)
      return reportMistake(invocation, { detail: "plumb stack adopt needs --project PROJECT." });
    const answer = await invocation.api.call("adoptStack", { path: { stack: name }, body: { project } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, answer.value);
    else invocation.people.write(`Stack ${clean(name)} takes the declarations of project ${clean(project)} now.\n`);
    return exitCodes.done;
  },
};
