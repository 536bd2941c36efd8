import { type Command, printJson } from "../../command.ts";
import { holderMistake, removeRole, rolePlace, roleStack } from "../../connection/role-assignments.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";

export const roleRevoke: Command = {
  positionals: [{ name: "WHO" }],
  options: [],
  description:
    "Takes back the role held on the stack that -s names, or without -s the role held on every stack. " +
    "Roles by groups, or on the other level, stay.",
  examples: [{ line: "plumb role revoke group:sre -s prod", meaning: "on one stack" }],
  run: async (invocation) => {
    const { settings } = invocation;
    const [subject = ""] = invocation.arguments.positionals;
    const mistake = holderMistake(subject);
    if (mistake !== undefined) return reportMistake(invocation, mistake);
    const answer = await removeRole(invocation, subject);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const stack = await roleStack(invocation);
    if (settings.json) printJson(invocation, { subject, stack });
    else invocation.people.write(`${clean(subject)} holds no role of its own on ${clean(rolePlace(stack))}.\n`);
    return exitCodes.done;
  },
};
