import { isReadOnly } from "../../../packages/base/read-only.ts";
import type { VersionView } from "../../contract/documents/service.ts";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../reports/exit-code.ts";

export const version: Command = {
  positionals: [],
  options: [],
  description: "Shows the version of this program.",
  examples: [{ line: "plumb version", meaning: "print the version" }],
  run: async (invocation) => {
    const { version: number, environment } = invocation.context;
    const view: VersionView = { version: number, readOnly: isReadOnly(environment) };
    if (invocation.settings.json) printJson(invocation, view);
    else invocation.people.write(`plumb ${view.version}${view.readOnly ? " (read only)" : ""}\n`);
    return exitCodes.done;
  },
};
