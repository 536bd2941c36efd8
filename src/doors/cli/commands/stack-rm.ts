import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { clean } from "../rendering/text.ts";
import { reportFailure } from "../report.ts";

export const stackRm: Command = {
  positionals: [{ name: "NAME" }],
  options: [],
  description:
    "Removes a stack that manages nothing, with its plans and its history. `plumb destroy -s NAME` empties it first.",
  examples: [{ line: "plumb stack rm preview-42", meaning: "after `plumb destroy -s preview-42`" }],
  run: async (invocation) => {
    const [name = ""] = invocation.arguments.positionals;
    const answer = await invocation.api.call("deleteStack", { path: { stack: name } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, { removed: name });
    else invocation.people.write(`Removed stack ${clean(name)}.\n`);
    return exitCodes.done;
  },
};
