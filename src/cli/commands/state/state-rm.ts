import { type Command, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { confirmed } from "../../runs/confirm.ts";
import { stackSaid } from "../../stacks/stack-said.ts";
import { withCommands } from "../../terminal.ts";

export const stateRm: Command = {
  positionals: [{ name: "NAME", names: "resources" }],
  options: [{ name: "yes", short: "y", summary: "do not ask before forgetting it" }],
  description:
    "Forgets a managed object: it stays on the platform as it is, and is no longer managed. " +
    "`plumb import` takes it back. A former object that waits for its deletion waits on.",
  examples: [
    { line: "plumb state rm portal", meaning: "ask, then forget `portal`" },
    { line: "plumb state rm portal --yes", meaning: "without asking" },
  ],
  run: async (invocation) => {
    const { settings, people, context } = invocation;
    const [name = ""] = invocation.arguments.positionals;
    const shown = clean(name);
    if (!invocation.arguments.flags.has("yes")) {
      if (!context.stdin.isTTY) {
        const detail = "There is no terminal to ask on, and --yes is not given; nothing was forgotten.";
        return reportMistake(invocation, { detail, hint: "Add --yes." });
      }
      if (!(await confirmed(invocation, `Forget ${shown}? The object itself stays.`))) {
        if (settings.json) printJson(invocation, { forgotten: null });
        else people.write("Nothing was forgotten.\n");
        return exitCodes.cancelled;
      }
    }
    const { stack } = settings;
    const answer = await invocation.api.call("forgetResource", { path: { stack, name } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const left = await invocation.api.list("listResources", { path: { stack } });
    const waiting = left.ok ? left.value.filter((row) => row.name === name && row.status === "superseded") : [];
    if (settings.json) printJson(invocation, { forgotten: name, waiting: waiting.map(({ id }) => id) });
    else {
      people.write(`Forgot ${shown} in stack ${clean(await stackSaid(invocation))}; the object stays.\n`);
      for (const { id } of waiting)
        people.write(
          `Its former object ${clean(id)} still waits for its deletion; ` +
            `${withCommands(people, `\`plumb state rm ${shown}\``)} once more forgets that, too.\n`,
        );
    }
    return exitCodes.done;
  },
};
