import { type Command, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { fullOption } from "../../runs/full-option.ts";
import { stackLabel } from "../../stacks/stack-label.ts";
import { writeTable } from "../../terminal.ts";

export const stateList: Command = {
  positionals: [],
  options: [fullOption],
  description: "Lists the objects that the stack manages, from the recorded state; the cloud is not read.",
  examples: [
    { line: "plumb state list", meaning: "stack dev" },
    { line: "plumb state list -s prod --json", meaning: "a JSON list" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const answer = await invocation.api.list("listResources", { path: { stack: settings.stack } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const resources = answer.value.map(({ name, type, id, provider, status, awaitsDeclaration }) => ({
      ...{ name, type, id, provider, status },
      ...(awaitsDeclaration === true ? { awaitsDeclaration } : {}),
    }));
    if (settings.json) printJson(invocation, resources);
    else if (resources.length === 0) people.write(`Stack ${await stackLabel(invocation)} manages nothing.\n`);
    else {
      const rows = resources.map((row) => [row.name, row.type, row.status, row.provider, row.id].map(clean));
      writeTable(people, [["NAME", "TYPE", "STATUS", "PROVIDER", "ID"], ...rows]);
    }
    return exitCodes.done;
  },
};
