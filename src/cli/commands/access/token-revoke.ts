import { type Command, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";

export const tokenRevoke: Command = {
  positionals: [{ name: "ID" }],
  options: [],
  description:
    "Ends a token at once. Runs that were started with it carry out no further step. `plumb token list` shows the ids.",
  examples: [{ line: "plumb token revoke 4f0c61d2a9b8", meaning: "one that may have leaked" }],
  run: async (invocation) => {
    const [id = ""] = invocation.arguments.positionals;
    const answer = await invocation.api.call("revokeToken", { path: { handle: id } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, { revoked: id });
    else invocation.people.write(`Token ${clean(id)} is revoked.\n`);
    return exitCodes.done;
  },
};
