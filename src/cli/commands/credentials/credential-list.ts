import { type Command, printJson } from "../../command.ts";
import { credentialSource } from "../../connection/credential-words.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { writeTable } from "../../terminal.ts";

export const credentialList: Command = {
  positionals: [],
  options: [],
  description:
    "Lists the credentials that a server has for the vendors: where the server finds each, where it may go, " +
    "and for which stacks. The credentials themselves are never shown. " +
    "For a kind without an entry, the server uses the usual variables of its environment, " +
    "at the vendor's own addresses only.",
  examples: [{ line: "plumb credential list --server https://plumb.example", meaning: "takes the role admin" }],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const answer = await invocation.api.list("listCredentials", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else if (answer.value.length === 0) people.write("No credential is named; the usual ones count.\n");
    else {
      const rows = answer.value.map((each) => [
        clean(each.name),
        clean(each.kind),
        clean(credentialSource(each.credential)),
        clean(each.origins?.join(", ") ?? "the vendor's own"),
        clean(each.stacks.join(", ")),
      ]);
      writeTable(people, [["NAME", "KIND", "FOUND IN", "GOES TO", "STACKS"], ...rows]);
    }
    return exitCodes.done;
  },
};
