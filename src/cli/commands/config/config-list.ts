import { secretMask } from "../../../../packages/base/text/secret-mask.ts";
import { type Command, printJson } from "../../command.ts";
import { findStackFile } from "../../declarations/stack-config.ts";
import { reportUnsealed, unsealedKeys } from "../../declarations/unsealed-config.ts";
import { declarationFile } from "../../declarations/which-declaration.ts";
import { alignColumns, clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { namedStack } from "../../stacks/named-stack.ts";
import { stackLabel } from "../../stacks/stack-label.ts";
import { writeLines } from "../../terminal.ts";

export const configList: Command = {
  positionals: [],
  options: [],
  description:
    "Lists the config values that plumb.STACK.yaml keeps. Secret ones are masked, and those that are not sealed are " +
    "named.",
  examples: [
    { line: "plumb config list", meaning: "of stack dev" },
    { line: "plumb config list -s prod --json", meaning: "as JSON" },
  ],
  run: async (invocation) => {
    const { settings, people } = invocation;
    const named = await namedStack(invocation);
    if (!named.ok) return reportFailure(invocation, named.error);
    const declaration = await declarationFile(invocation);
    const found = await findStackFile(invocation, declaration);
    if (!found.ok) return reportMistake(invocation, found.error);
    const { path, values } = found.value;
    const unsealed = await unsealedKeys(invocation, declaration, found.value);
    if (settings.json) {
      const config = [...values].map(([key, each]) => {
        if (unsealed.has(key)) return [key, { secret: true, sealed: false }];
        return [key, each.kind === "sealed" ? { secret: true } : each.value];
      });
      printJson(invocation, { stack: await stackLabel(invocation), file: path, config: Object.fromEntries(config) });
    } else if (values.size === 0) people.write(`${clean(path)} keeps no config.\n`);
    else {
      const rows = [...values].map(([key, each]) => {
        if (each.kind === "sealed") return [clean(key), secretMask];
        if (unsealed.has(key)) return [clean(key), "(secret, not sealed)"];
        return [clean(key), clean(typeof each.value === "string" ? each.value : JSON.stringify(each.value))];
      });
      writeLines(people, alignColumns([["KEY", "VALUE"], ...rows]));
    }
    reportUnsealed(invocation, path, unsealed);
    return exitCodes.done;
  },
};
