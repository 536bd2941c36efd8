import type { ProblemDocument } from "../../../contract/documents/problems.ts";
import { roles } from "../../../contract/roles.ts";
import { type Command, optionValue, printJson } from "../../command.ts";
import { saidRole } from "../../connection/role-assignments.ts";
import { localTime } from "../../rendering/local-time.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { failureDocument } from "../../reports/failure-document.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { wholeNumber } from "../../settings.ts";
import { stacksNamed } from "../../stacks/stack-by-name.ts";
import { withCommands, writeLines } from "../../terminal.ts";

const usualDays = 90;
const mostDays = 366;

export const tokenCreate: Command = {
  positionals: [{ name: "NAME" }],
  options: [
    {
      name: "role",
      value: "ROLE",
      names: roles,
      summary: "the most it may do: reader, planner, operator or admin (default reader)",
    },
    { name: "only", value: "STACK", repeatable: true, summary: "a stack that it is limited to; repeatable" },
    { name: "days", value: "N", summary: `how long it lasts (default ${usualDays}, at most ${mostDays})` },
    { name: "machine", summary: "a machine's own token: it has no rights of yours, roles are given to it" },
    { name: "account-admin", summary: "a machine's rank at the platforms that know it; only who has it gives it" },
    {
      name: "workspace",
      value: "URL",
      repeatable: true,
      summary: "a workspace that a machine is a member of; repeatable",
    },
  ],
  description:
    "Makes an API token for a program and prints it. It is shown only once and is not kept. " +
    "It may do what you may, within its role and stacks, until it ends or is revoked. " +
    "A token that is made with another token ends with that one, and may do no more than it. " +
    "Programs pass it in PLUMB_TOKEN.",
  examples: [
    { line: "plumb token create ci --role operator --only dev", meaning: "for a pipeline that applies to dev" },
    { line: "plumb token create deploy --role operator --machine", meaning: "one that stays when you leave" },
  ],
  run: async (invocation) => {
    const days = wholeNumber(optionValue(invocation, "days"), "--days", 1, mostDays);
    if (!days.ok) return reportMistake(invocation, days.error);
    const stacks = await stacksNamed(invocation.arguments.values.get("only"), invocation.project);
    if (!stacks.ok) return reportMistake(invocation, stacks.error);
    const workspaces = invocation.arguments.values.get("workspace");
    const answer = await invocation.api.call("createToken", {
      body: {
        name: invocation.arguments.positionals[0] ?? "",
        role: saidRole(optionValue(invocation, "role") ?? "reader"),
        stacks: stacks.value ?? null,
        expiresInDays: days.value ?? usualDays,
        machine: invocation.arguments.flags.has("machine"),
        ...(invocation.arguments.flags.has("account-admin") ? { accountAdmin: true } : {}),
        ...(workspaces === undefined ? {} : { workspaces }),
      },
    });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const { id, token, principal, expiresAt, owner } = answer.value;
    if (token === undefined) return reportFailure(invocation, lostToken(id));
    if (invocation.settings.json) {
      printJson(invocation, answer.value);
      return exitCodes.done;
    }
    // The token alone goes to stdout, so that it can be piped to where it is kept.
    invocation.context.stdout.write(`${clean(token)}\n`);
    const roles =
      owner === null
        ? [
            withCommands(
              invocation.diagnostics,
              `Give it a role: \`plumb role grant ${clean(principal)} ROLE -s STACK\``,
            ),
          ]
        : [];
    const lines = [`The token lasts until ${localTime(expiresAt)}, and is not shown again.`, ...roles];
    writeLines(invocation.diagnostics, lines);
    return exitCodes.done;
  },
};

/** The first answer was lost on the way, and the one to the same request sent again does not hold the token. */
function lostToken(id: string): ProblemDocument {
  return failureDocument({
    status: 502,
    code: "token-lost",
    title: "the token was made, and is not known",
    detail:
      "The answer that held the token was lost, and no other shows it. " +
      `Revoke it with \`plumb token revoke ${id}\`, and make another.`,
  });
}
