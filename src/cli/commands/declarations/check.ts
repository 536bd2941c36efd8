import { hasErrors } from "../../../../packages/base/problems/problem.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { readDeclaration, sourcesOf } from "../../declarations/declaration-file.ts";
import { mendDeclaration } from "../../declarations/mend-declaration.ts";
import type { MendedLine } from "../../declarations/mend-text.ts";
import { clean, counted } from "../../rendering/text.ts";
import { exitCodeOfProblems } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake, writeProblems } from "../../reports/report.ts";
import { namedStack } from "../../stacks/named-stack.ts";
import { writeLines } from "../../terminal.ts";

export const check: Command = {
  positionals: [],
  options: [{ name: "fix", summary: "mend in the file what has one cure, and show each change" }],
  description:
    "Checks the declaration against the resource definitions: syntax, names, types, limits, references. " +
    "Reads no cloud and no state. With --fix, mistakes that have one cure are mended in the YAML file; " +
    "all else in it stays as it is.",
  examples: [
    { line: "plumb check", meaning: "check plumb.yaml" },
    { line: "plumb check -f portal.yaml --config environment=prod", meaning: "another file, with configuration" },
    { line: "plumb check --fix", meaning: "mend misspelt names, missing quotes and the like" },
  ],
  run: async (invocation) => {
    const named = await namedStack(invocation);
    if (!named.ok) return reportFailure(invocation, named.error);
    const mended = invocation.arguments.flags.has("fix") ? await mendDeclaration(invocation) : undefined;
    if (mended?.ok === false) return reportMistake(invocation, mended.error);
    const declaration = await readDeclaration(invocation);
    if (!declaration.ok) return reportMistake(invocation, declaration.error);
    const sources = sourcesOf(declaration.value);
    const answer = await invocation.api.call("checkDeclaration", { body: declaration.value });
    if (!answer.ok) return reportFailure(invocation, answer.error, sources);
    const { problems } = answer.value;
    const lines = mended === undefined ? {} : { mended: mended.value };
    if (invocation.settings.json) printJson(invocation, { ...answer.value, ...lines });
    if (mended !== undefined)
      writeLines(invocation.people, mendedLines(declaration.value.file, mended.value, invocation));
    writeProblems(invocation, problems, sources);
    if (!hasErrors(problems)) invocation.people.write(`${declaration.value.file} is valid.\n`);
    return exitCodeOfProblems(problems);
  },
};

/** Each line that was mended, as it was and as it is. */
function mendedLines(file: string, lines: readonly MendedLine[], { people }: Invocation): readonly string[] {
  if (lines.length === 0) return [`Nothing in ${clean(file)} has a cure that --fix can write.`];
  const changes = lines.flatMap(({ line, before, after }) => [
    people.paint("bold", `${clean(file)}:${line}`),
    people.paint("red", `  - ${clean(before)}`),
    people.paint("green", `  + ${clean(after)}`),
  ]);
  return [...changes, `Mended ${counted(lines.length, "line")} of ${clean(file)}.`];
}
