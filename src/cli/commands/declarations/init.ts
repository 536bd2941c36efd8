import { dirname, join } from "node:path";
import { type Command, printJson } from "../../command.ts";
import { modeline, schemaFile, schemaText } from "../../declarations/schema-file.ts";
import { starterDeclaration } from "../../declarations/starter-declaration.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

const ignored = ".plumb/";

export const init: Command = {
  positionals: [{ name: "DIR", optional: true }],
  options: [],
  description:
    "Writes a small commented plumb.yaml that works at once on the local cloud, beside it plumb.schema.json, " +
    "by which editors complete and check it, and keeps the state directory out of git. Never overwrites a file.",
  examples: [
    { line: "plumb init", meaning: "here" },
    { line: "plumb init portal && cd portal && plumb up", meaning: "in a new folder, then apply it" },
  ],
  run: async (invocation) => {
    const { context, settings, people } = invocation;
    const folder = invocation.arguments.positionals[0] ?? ".";
    const file = join(folder, settings.file);
    if (!(await context.files.make(file, `${modeline}${starterDeclaration}`))) {
      return reportMistake(invocation, { detail: `${file} exists already; nothing was written.` });
    }
    const { declarationSchema } = await context.generator();
    const schema = join(dirname(file), schemaFile);
    const isNew = await context.files.make(schema, schemaText(declarationSchema()));
    const ignoreFile = join(folder, ".gitignore");
    const before = (await context.files.read(ignoreFile)) ?? "";
    const listed = before.split(/\r?\n/).some((line) => /^\/?\.plumb\/?$/.test(line.trim()));
    if (!listed) {
      const separator = before === "" || before.endsWith("\n") ? "" : "\n";
      await context.files.write(ignoreFile, `${before}${separator}${ignored}\n`);
    }
    const written = [file, ...(isNew ? [schema] : []), ...(listed ? [] : [ignoreFile])];
    if (settings.json) printJson(invocation, { written });
    else {
      const place = folder === "." ? "" : ` in ${folder}`;
      writeLines(people, [`Wrote ${inWords(written)}.`, `Next, run \`plumb plan\` and \`plumb up\`${place}.`]);
    }
    return exitCodes.done;
  },
};

/** `a, b and c`. */
function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
