import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { type Command, printJson } from "../../command.ts";
import { changedText, findStackFile } from "../../declarations/stack-config.ts";
import { declarationFile } from "../../declarations/which-declaration.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { namedStack } from "../../stacks/named-stack.ts";
import { stackLabel } from "../../stacks/stack-label.ts";

export const configRm: Command = {
  positionals: [{ name: "KEY" }],
  options: [],
  description:
    "Removes a config value from plumb.STACK.yaml. The next plan names a value that the last run had and that is " +
    "missing now, and is refused if it deletes.",
  examples: [{ line: "plumb config rm region", meaning: "back to the declaration's default" }],
  run: async (invocation) => {
    const [key = ""] = invocation.arguments.positionals;
    const { settings, context, people } = invocation;
    const named = await namedStack(invocation);
    if (!named.ok) return reportFailure(invocation, named.error);
    const found = await findStackFile(invocation, await declarationFile(invocation));
    if (!found.ok) return reportMistake(invocation, found.error);
    const { path, values } = found.value;
    if (!values.has(key)) {
      const near = nearestName(key, values.keys());
      const hint = near === undefined ? "`plumb config list` lists what is kept." : `Did you mean ${near}?`;
      return reportMistake(invocation, { detail: `${path} keeps no value of ${JSON.stringify(key)}.`, hint });
    }
    const changed = await context.files.change(path, (now) => changedText(path, now, settings.stack, key, null));
    if (!changed.ok) return reportMistake(invocation, changed.error);
    if (settings.json) printJson(invocation, { stack: await stackLabel(invocation), removed: key, file: path });
    else people.write(`Removed ${clean(key)} from ${clean(path)}.\n`);
    return exitCodes.done;
  },
};
