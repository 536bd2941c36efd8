import { ownMember } from "../../../../packages/base/json/json.ts";
import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { type Command, printJson } from "../../command.ts";
import { entryLines, inlineValue, isSecretValue, withPlainKeys } from "../../rendering/plan/render-value.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { stackLabel } from "../../stacks/stack-label.ts";
import { writeLines } from "../../terminal.ts";

export const outputs: Command = {
  positionals: [{ name: "NAME", optional: true }],
  options: [{ name: "reveal", summary: "show secrets in the clear" }],
  description:
    "Shows the stack's outputs as the last run left them, or the bare value of one of them. " +
    "Secrets stay sealed unless --reveal is given.",
  examples: [
    { line: "plumb outputs", meaning: "all outputs" },
    { line: "plumb outputs clientId", meaning: "one bare value, for scripts" },
    { line: "plumb outputs password --reveal", meaning: "a secret, in the clear" },
  ],
  run: async (invocation) => {
    const { people, settings, context } = invocation;
    const query = invocation.arguments.flags.has("reveal") ? { reveal: true } : {};
    const answer = await invocation.api.call("getStackOutputs", { path: { stack: settings.stack }, query });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const all = answer.value.outputs;
    const [name] = invocation.arguments.positionals;
    if (name === undefined) {
      if (settings.json) printJson(invocation, all);
      else if (Object.keys(all).length === 0) people.write(`Stack ${await stackLabel(invocation)} has no outputs.\n`);
      else writeLines(people, entryLines(Object.entries(all), { ...people, whole: true }));
      return exitCodes.done;
    }
    const value = ownMember(all, name);
    if (value === undefined) {
      const near = nearestName(name, Object.keys(all));
      const hint = near === undefined ? "`plumb outputs` lists the outputs." : `Did you mean ${near}?`;
      return reportMistake(invocation, {
        detail: `Stack ${await stackLabel(invocation)} has no output ${JSON.stringify(name)}.`,
        hint,
      });
    }
    if (settings.json) printJson(invocation, value);
    // Programs get a text exactly as it is; a terminal gets it with control characters escaped.
    else if (typeof value === "string") people.write(`${context.stdout.isTTY ? clean(value) : value}\n`);
    else
      people.write(
        `${isSecretValue(value) || context.stdout.isTTY ? inlineValue(value) : JSON.stringify(withPlainKeys(value))}\n`,
      );
    return exitCodes.done;
  },
};
