import { type Command, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { stackLabel } from "../../stacks/stack-label.ts";

export const stateMv: Command = {
  positionals: [{ name: "FROM", names: "resources" }, { name: "TO" }],
  options: [],
  description:
    "Gives a managed object another logical name in the record, also where others depend on it. " +
    "No platform is called. Rename it in the declaration too, or the next plan moves it back.",
  examples: [{ line: "plumb state mv portal web_portal", meaning: "`portal` is now `web_portal`" }],
  run: async (invocation) => {
    const { settings, people } = invocation;
    const [from = "", to = ""] = invocation.arguments.positionals;
    const path = { stack: settings.stack, name: from };
    const answer = await invocation.api.call("renameResource", { path, body: { to } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, { from, to });
    else people.write(`Renamed ${clean(from)} to ${clean(to)} in stack ${clean(await stackLabel(invocation))}.\n`);
    return exitCodes.done;
  },
};
