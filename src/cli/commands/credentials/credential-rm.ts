import { type Command, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";

export const credentialRm: Command = {
  positionals: [{ name: "NAME" }],
  options: [],
  description:
    "Removes a credential of a server: it is not used from the next call on. " +
    "The variable or file that holds it stays as it is. When the last one of a kind is removed, " +
    "the usual credential of that kind is used again, for every stack.",
  examples: [{ line: "plumb credential rm prod --server https://plumb.example", meaning: "takes the role admin" }],
  run: async (invocation) => {
    const [name = ""] = invocation.arguments.positionals;
    const answer = await invocation.api.call("deleteCredential", { path: { binding: name } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, { name });
    else invocation.people.write(`${clean(name)} is forgotten.\n`);
    return exitCodes.done;
  },
};
