import { hasErrors } from "../../../../packages/base/problems/problem.ts";
import { type Command, printJson } from "../../command.ts";
import { readDeclaration, sourcesOf } from "../../declarations/declaration-file.ts";
import { exitCodeOfProblems } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake, writeProblems } from "../../reports/report.ts";
import { namedStack } from "../../stacks/named-stack.ts";

export const check: Command = {
  positionals: [],
  options: [],
  description:
    "Checks the declaration against the resource definitions: syntax, names, types, limits, references. " +
    "Reads no cloud and no state.",
  examples: [
    { line: "plumb check", meaning: "check plumb.yaml" },
    { line: "plumb check -f portal.yaml --config environment=prod", meaning: "another file, with configuration" },
  ],
  run: async (invocation) => {
    const named = await namedStack(invocation);
    if (!named.ok) return reportFailure(invocation, named.error);
    const declaration = await readDeclaration(invocation);
    if (!declaration.ok) return reportMistake(invocation, declaration.error);
    const sources = sourcesOf(declaration.value);
    const answer = await invocation.api.call("checkDeclaration", { body: declaration.value });
    if (!answer.ok) return reportFailure(invocation, answer.error, sources);
    const { problems } = answer.value;
    if (invocation.settings.json) printJson(invocation, answer.value);
    writeProblems(invocation, problems, sources);
    if (!hasErrors(problems)) invocation.people.write(`${declaration.value.file} is valid.\n`);
    return exitCodeOfProblems(problems);
  },
};
