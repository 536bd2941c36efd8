import { type Command, printJson } from "../../command.ts";
import { listRoles, rolePlace, roleStack } from "../../connection/role-assignments.ts";
import { principalName } from "../../rendering/principal-name.ts";
import { clean, wrap } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { withCommands, writeLines, writeTable } from "../../terminal.ts";

/** What the list of roles on everything leaves out. */
const left =
  "Not in this list: roles on single stacks, which `plumb role list -s STACK` shows, and the admins that the " +
  "settings file of the service names.";

export const roleList: Command = {
  positionals: [],
  options: [],
  description:
    "Lists who holds a role on the stack that is named with -s. Without -s lists the roles on every stack and " +
    "the service; roles on single stacks and the admins of the service's settings file are not in that list.",
  examples: [
    { line: "plumb role list -s prod", meaning: "on one stack" },
    { line: "plumb role list", meaning: "on every stack and on the service itself" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const answer = await listRoles(invocation);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else if (answer.value.length === 0)
      people.write(`No role is held on ${clean(rolePlace(await roleStack(invocation)))}.\n`);
    else {
      const rows = answer.value.map(({ role, subject, subjectName, at }) => [
        clean(role),
        clean(at.slice(0, 10)),
        principalName(subject, subjectName),
      ]);
      writeTable(people, [["ROLE", "SINCE", "WHO"], ...rows]);
    }
    if (!settings.json && !settings.stackGiven) writeLines(people, wrap(withCommands(people, left), people.width));
    return exitCodes.done;
  },
};
