import { wholeName } from "../../../contract/stack-name.ts";
import { type Command, printJson } from "../../command.ts";
import { configLeftBehind } from "../../declarations/config-left-behind.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { stackNamed } from "../../stacks/stack-by-name.ts";

export const stackMv: Command = {
  positionals: [{ name: "FROM", names: "stacks" }, { name: "TO" }],
  options: [],
  description:
    "Gives a stack another name, or hands it to another project, for example after the `name:` of the " +
    "declaration was changed. What it manages, its history, its settings and the roles on it go along; " +
    "no object changes. The file that keeps its config, plumb.STACK.yaml, is yours to rename: " +
    "where one is left behind, that is said.",
  examples: [
    { line: "plumb stack mv dev staging", meaning: "within the project of the declaration here" },
    { line: "plumb stack mv portal/dev customer-portal/dev", meaning: "to another project" },
  ],
  run: async (invocation) => {
    const [from = "", given = ""] = invocation.arguments.positionals;
    const of = await stackNamed(from, invocation.project);
    if (!of.ok) return reportMistake(invocation, of.error);
    const to = await stackNamed(given, invocation.project);
    if (!to.ok) return reportMistake(invocation, to.error);
    const stack = wholeName(of.value);
    const answer = await invocation.api.call("moveStack", { path: { stack }, body: { to: wholeName(to.value) } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const isSame = answer.value.stack === stack;
    if (invocation.settings.json) printJson(invocation, answer.value);
    else if (isSame) invocation.people.write(`Stack ${clean(stack)} has that name already.\n`);
    else invocation.people.write(`Stack ${clean(stack)} is ${clean(answer.value.stack)} now.\n`);
    const left = isSame ? undefined : await configLeftBehind(invocation, of.value, to.value);
    if (left !== undefined) invocation.diagnostics.write(`${left}\n`);
    return exitCodes.done;
  },
};
