import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { clean } from "../rendering/text.ts";
import { reportFailure } from "../report.ts";

export const credentialRm: Command = {
  positionals: [{ name: "NAME" }],
  options: [],
  description:
    "Forgets a credential that a server has for a vendor: it goes nowhere from the next call on. What holds it, a variable or a file, stays as it is. After the last one of a kind, the usual credential of the kind counts again, for every stack.",
  examples: [{ line: "plumb credential rm prod --server https://plumb.example", meaning: "takes the role admin" }],
  run: async (invocation) => {
    const [name = ""] = invocation.arguments.positionals;
    const answer = await invocation.api.delete(`/v1/credentials/${encodeURIComponent(name)}`);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, { name });
    else invocation.people.write(`${clean(name)} is forgotten.\n`);
    return exitCodes.done;
  },
};
