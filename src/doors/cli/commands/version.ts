import type { VersionView } from "../../api/documents.ts";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";

export const version: Command = {
  positionals: [],
  options: [],
  description: "Shows the version of this program.",
  examples: [{ line: "plumb version", meaning: "print the version" }],
  run: async (invocation) => {
    const view: VersionView = { version: invocation.world.version };
    if (invocation.settings.json) printJson(invocation, view);
    else invocation.people.write(`plumb ${view.version}\n`);
    return exitCodes.done;
  },
};
