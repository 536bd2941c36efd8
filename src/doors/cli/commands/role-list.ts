import type { RoleRow } from "../../api/access-documents.ts";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { clean } from "../rendering/text.ts";
import { reportFailure } from "../report.ts";
import { rolePath, rolePlace } from "../role-path.ts";
import { writeTable } from "../terminal.ts";

export const roleList: Command = {
  positionals: [],
  options: [],
  description: "Lists who holds a role on the stack that is named, or on every stack where none is.",
  examples: [
    { line: "plumb role list -s prod", meaning: "on one stack" },
    { line: "plumb role list", meaning: "on all of them, and on the service itself" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const answer = await invocation.api.list<RoleRow>(rolePath(settings), "assignments");
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else if (answer.value.length === 0) people.write(`Nobody holds a role on ${clean(rolePlace(settings))}.\n`);
    else {
      const rows = answer.value.map(({ role, subject, at }) => [clean(role), clean(at.slice(0, 10)), clean(subject)]);
      writeTable(people, [["ROLE", "SINCE", "WHO"], ...rows]);
    }
    return exitCodes.done;
  },
};
