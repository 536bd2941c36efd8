import { roles } from "../../../contract/roles.ts";
import { type Command, printJson } from "../../command.ts";
import { assignRole, holderMistake, rolePlace, roleStack } from "../../connection/role-assignments.ts";
import { principalName } from "../../rendering/principal-name.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake, writeProblems } from "../../reports/report.ts";

export const roleGrant: Command = {
  positionals: [{ name: "WHO" }, { name: "ROLE", names: roles }],
  options: [],
  description:
    "Gives a role on the stack that -s names, or on every stack without -s. " +
    "It replaces the role held there before. WHO is `user:ISSUER|ID` or `token:ID` as `plumb whoami` shows it, " +
    "or `group:NAME`. ROLE is reader, planner, operator or admin; each may do what those before it may.",
  examples: [
    { line: "plumb role grant group:sre operator -s prod", meaning: "all members of a group, on one stack" },
    { line: 'plumb role grant "user:https://id.example|4711" admin', meaning: "one person, on everything" },
  ],
  run: async (invocation) => {
    const { settings } = invocation;
    const [subject = "", role = ""] = invocation.arguments.positionals;
    const mistake = holderMistake(subject, role);
    if (mistake !== undefined) return reportMistake(invocation, mistake);
    const answer = await assignRole(invocation, subject, role);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    // A server of before says nothing of problems.
    const { subjectName, problems = [] } = answer.value;
    const stack = await roleStack(invocation);
    const name = subjectName === undefined ? {} : { subjectName };
    if (settings.json) printJson(invocation, { subject, ...name, role, stack, problems });
    writeProblems(invocation, problems, new Map());
    const who = principalName(subject, subjectName);
    if (!settings.json) invocation.people.write(`${who} is ${clean(role)} on ${clean(rolePlace(stack))}.\n`);
    return exitCodes.done;
  },
};
