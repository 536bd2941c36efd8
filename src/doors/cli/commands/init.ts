import { join } from "node:path";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { reportMistake } from "../report.ts";
import { starterDeclaration } from "../starter-declaration.ts";
import { writeLines } from "../terminal.ts";

const ignored = ".plumb/";

export const init: Command = {
  positionals: [{ name: "DIR", optional: true }],
  options: [],
  description:
    "Writes a small commented plumb.yaml that works at once on the local cloud, and keeps the state directory out of git. Never overwrites a file.",
  examples: [
    { line: "plumb init", meaning: "here" },
    { line: "plumb init portal && cd portal && plumb up", meaning: "in a new folder, then apply it" },
  ],
  run: async (invocation) => {
    const { world, settings, people } = invocation;
    const folder = invocation.arguments.positionals[0] ?? ".";
    const file = join(folder, settings.file);
    if (!(await world.files.make(file, starterDeclaration))) {
      return reportMistake(invocation, { detail: `${file} exists already; nothing was written.` });
    }
    const ignoreFile = join(folder, ".gitignore");
    const before = (await world.files.read(ignoreFile)) ?? "";
    const listed = before.split(/\r?\n/).some((line) => /^\/?\.plumb\/?$/.test(line.trim()));
    if (!listed) {
      const separator = before === "" || before.endsWith("\n") ? "" : "\n";
      await world.files.write(ignoreFile, `${before}${separator}${ignored}\n`);
    }
    const written = listed ? [file] : [file, ignoreFile];
    if (settings.json) printJson(invocation, { written });
    else {
      const place = folder === "." ? "" : ` in ${folder}`;
      writeLines(people, [`Wrote ${written.join(" and ")}.`, `Next, run \`plumb plan\` and \`plumb up\`${place}.`]);
    }
    return exitCodes.done;
  },
};
