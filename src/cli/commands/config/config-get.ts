import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { type Command, printJson } from "../../command.ts";
import { findStackFile, openSealed } from "../../declarations/stack-config.ts";
import { reportUnsealed, unsealedKeys } from "../../declarations/unsealed-config.ts";
import { declarationFile } from "../../declarations/which-declaration.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { namedStack } from "../../stacks/named-stack.ts";

export const configGet: Command = {
  positionals: [{ name: "KEY" }],
  options: [{ name: "reveal", summary: "show a secret value in the clear" }],
  description: "Shows one config value that plumb.STACK.yaml keeps. A secret one is shown only with --reveal.",
  examples: [
    { line: "plumb config get region", meaning: "the bare value, for scripts" },
    { line: "plumb config get password --reveal -s prod", meaning: "a secret, in the clear" },
  ],
  run: async (invocation) => {
    const [key = ""] = invocation.arguments.positionals;
    const { settings, context, people } = invocation;
    const named = await namedStack(invocation);
    if (!named.ok) return reportFailure(invocation, named.error);
    const declaration = await declarationFile(invocation);
    const found = await findStackFile(invocation, declaration);
    if (!found.ok) return reportMistake(invocation, found.error);
    const { path, values } = found.value;
    const value = values.get(key);
    if (value === undefined) {
      const near = nearestName(key, values.keys());
      const hint = near === undefined ? "`plumb config list` lists what is kept." : `Did you mean ${near}?`;
      return reportMistake(invocation, { detail: `${path} keeps no value of ${JSON.stringify(key)}.`, hint });
    }
    const isUnsealed = (await unsealedKeys(invocation, declaration, found.value)).has(key);
    if (isUnsealed) reportUnsealed(invocation, path, [key]);
    if ((value.kind === "sealed" || isUnsealed) && !invocation.arguments.flags.has("reveal")) {
      if (settings.json) printJson(invocation, { secret: true, ...(isUnsealed ? { sealed: false } : {}) });
      else people.write("(secret)\n");
      return exitCodes.done;
    }
    const opened = await openSealed(invocation, value.kind === "sealed" ? { [key]: value.sealed } : {});
    if (!opened.ok) return reportFailure(invocation, opened.error);
    const shown = value.kind === "sealed" ? (opened.value[key] ?? "") : value.value;
    if (settings.json) printJson(invocation, shown);
    else {
      const text = typeof shown === "string" ? shown : JSON.stringify(shown);
      people.write(`${context.stdout.isTTY ? clean(text) : text}\n`);
    }
    return exitCodes.done;
  },
};
