import { type Command, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const whoami: Command = {
  positionals: [],
  options: [],
  description: "Shows who you are at the server: the name that roles are given to, and your groups.",
  examples: [{ line: "plumb whoami --server https://plumb.example", meaning: "before asking an admin for a role" }],
  run: async (invocation) => {
    const answer = await invocation.api.call("getCaller", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    // A server of an earlier version has no such mode.
    const { caller, readOnly = false } = answer.value;
    const { name, principal, groups } = caller;
    if (invocation.settings.json) printJson(invocation, { ...caller, readOnly });
    else {
      const inGroups = groups.length === 0 ? [] : [`groups: ${groups.map(clean).join(", ")}`];
      const mode = readOnly ? ["read only: nothing is changed at any vendor"] : [];
      writeLines(invocation.people, [`${clean(name)} (${clean(principal)})`, ...inGroups, ...mode]);
    }
    return exitCodes.done;
  },
};
