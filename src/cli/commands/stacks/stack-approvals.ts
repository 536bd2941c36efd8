import { ok } from "../../../../packages/base/result.ts";
import type { ProblemDocument } from "../../../contract/documents/problems.ts";
import { wholeName } from "../../../contract/stack-name.ts";
import { type Command, printJson } from "../../command.ts";
import { clean, counted } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake, writeProblems } from "../../reports/report.ts";
import { wholeNumber } from "../../settings.ts";
import { stackNamed } from "../../stacks/stack-by-name.ts";

export const stackApprovals: Command = {
  positionals: [
    { name: "NAME", names: "stacks" },
    { name: "COUNT", optional: true },
  ],
  options: [],
  description:
    "Tells how many others have to approve a run of a stack before a server carries it out (`plumb runs approve`); " +
    "with COUNT, from 0 to 20, an admin of the stack sets it. A run that waits already goes on waiting for as many " +
    "as when it was started. Drift checks and webhooks stay as they are.",
  examples: [
    { line: "plumb stack approvals prod 1 --server https://plumb.example", meaning: "one other person approves" },
  ],
  run: async (invocation) => {
    const { api, people, settings } = invocation;
    const [name = "", given] = invocation.arguments.positionals;
    if (settings.server === undefined)
      return reportMistake(invocation, { detail: "A server asks for approvals.", hint: "Name it: --server URL." });
    const approvals = wholeNumber(given, "COUNT", 0, 20);
    if (!approvals.ok) return reportMistake(invocation, approvals.error);
    const named = await stackNamed(name, invocation.project);
    if (!named.ok) return reportMistake(invocation, named.error);
    const path = { stack: wholeName(named.value) };
    const before = await api.read("getStackSettings", { path });
    if (!before.ok) return reportFailure(invocation, before.error);
    const { document, expected } = before.value;
    const answer =
      approvals.value === undefined
        ? ok({ ...document, problems: [] })
        : await api.call("replaceStackSettings", {
            path,
            body: { ...document, approvals: approvals.value },
            expected,
          });
    if (!answer.ok) return reportFailure(invocation, changedMeanwhile(answer.error, path.stack));
    // A service of before 0.2 tells none.
    writeProblems(invocation, answer.value.problems ?? [], new Map());
    if (settings.json) printJson(invocation, answer.value);
    else
      people.write(`A run of ${clean(path.stack)} needs ${counted(answer.value.approvals, "approval")} by others.\n`);
    return exitCodes.done;
  },
};

function changedMeanwhile(failure: ProblemDocument, stack: string): ProblemDocument {
  if (failure.code !== "changed-meanwhile") return failure;
  const name = clean(stack);
  const detail =
    `Another one has changed the settings of ${name} just now, and they stay as they are. ` +
    `\`plumb stack approvals ${name}\` shows how many approvals a run needs now; set it again if you still want to.`;
  return { ...failure, detail, problems: [] };
}
