import { wholeName } from "../../../contract/stack-name.ts";
import { type Command, printJson } from "../../command.ts";
import { configOf } from "../../declarations/config-left-behind.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { stackNamed } from "../../stacks/stack-by-name.ts";

export const stackRm: Command = {
  positionals: [{ name: "NAME", names: "stacks" }],
  options: [],
  description:
    "Removes a stack that manages nothing, with its plans and its history. `plumb destroy -s NAME` empties it first. " +
    "The file that keeps its config, plumb.STACK.yaml, is yours to remove: where there is one, that is said. " +
    "Where the stack has moved to another store, that store goes on with the file: keep it.",
  examples: [{ line: "plumb stack rm preview-42", meaning: "after `plumb destroy -s preview-42`" }],
  run: async (invocation) => {
    const [name = ""] = invocation.arguments.positionals;
    const named = await stackNamed(name, invocation.project);
    if (!named.ok) return reportMistake(invocation, named.error);
    const stack = wholeName(named.value);
    const left = await configOf(invocation, named.value);
    const departure = left === undefined ? undefined : await invocation.api.call("getDeparture", { path: { stack } });
    const answer = await invocation.api.call("deleteStack", { path: { stack } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, { removed: stack });
    else invocation.people.write(`Removed stack ${clean(stack)}.\n`);
    if (left === undefined) return exitCodes.done;
    const moved = departure?.ok && departure.value.phase === "moved" ? departure.value.to : null;
    const stays =
      moved === null
        ? "has kept its config, and stays: remove it, or a stack of that name made anew takes it over, " +
          "without its sealed values."
        : `stays: it is the config of the stack at ${clean(moved)}, where it has moved. Keep the file.`;
    invocation.diagnostics.write(`${clean(left)} ${stays}\n`);
    return exitCodes.done;
  },
};
