import { type Command, printJson } from "../../command.ts";
import { findStackFile } from "../../declarations/stack-config.ts";
import { declarationFile } from "../../declarations/which-declaration.ts";
import { alignColumns, clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { namedStack } from "../../stacks/named-stack.ts";
import { stackSaid } from "../../stacks/stack-said.ts";
import { writeLines } from "../../terminal.ts";

export const configList: Command = {
  positionals: [],
  options: [],
  description: "Lists the config values that plumb.STACK.yaml keeps. Sealed ones are masked.",
  examples: [
    { line: "plumb config list", meaning: "of stack dev" },
    { line: "plumb config list -s prod --json", meaning: "as JSON" },
  ],
  run: async (invocation) => {
    const { settings, people } = invocation;
    const named = await namedStack(invocation);
    if (!named.ok) return reportFailure(invocation, named.error);
    const found = await findStackFile(invocation, await declarationFile(invocation));
    if (!found.ok) return reportMistake(invocation, found.error);
    const { path, values } = found.value;
    if (settings.json) {
      const config = [...values].map(([key, each]) => [key, each.kind === "sealed" ? { secret: true } : each.value]);
      printJson(invocation, { stack: await stackSaid(invocation), file: path, config: Object.fromEntries(config) });
    } else if (values.size === 0) people.write(`${clean(path)} keeps no config.\n`);
    else {
      const rows = [...values].map(([key, each]) => {
        if (each.kind === "sealed") return [clean(key), "(secret)"];
        return [clean(key), clean(typeof each.value === "string" ? each.value : JSON.stringify(each.value))];
      });
      writeLines(people, alignColumns([["KEY", "VALUE"], ...rows]));
    }
    return exitCodes.done;
  },
};
