import { type Command, printJson } from "../../command.ts";
import { localTime } from "../../rendering/local-time.ts";
import { principalName } from "../../rendering/principal-name.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { writeTable } from "../../terminal.ts";

export const tokenList: Command = {
  positionals: [],
  options: [],
  description: "Lists your API tokens; those who manage access see all. The tokens themselves are not kept.",
  examples: [{ line: "plumb token list", meaning: "with their ids, for `plumb token revoke`" }],
  run: async (invocation) => {
    const answer = await invocation.api.list("listTokens", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, answer.value);
    else if (answer.value.length === 0)
      invocation.people.write("There are no tokens; `plumb token create` makes one.\n");
    else {
      const rows = answer.value.map((row) => [
        clean(row.id),
        row.scope.role,
        row.scope.stacks === null ? "*" : row.scope.stacks.map(clean).join(","),
        // A server of an earlier version does not tell why one is not good any more.
        clean(row.ended ?? (row.revokedAt === null ? localTime(row.expiresAt).slice(0, 10) : "revoked")),
        row.owner === null ? "-" : principalName(row.owner, row.ownerName),
        clean(row.name),
      ]);
      writeTable(invocation.people, [["ID", "ROLE", "STACKS", "ENDS", "OWNER", "NAME"], ...rows]);
    }
    return exitCodes.done;
  },
};
