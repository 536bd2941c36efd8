import { parsePairs } from "../../arguments.ts";
import { type Command, printJson } from "../../command.ts";
import { askWithDeclaration } from "../../declarations/declaration-file.ts";
import { entryLines } from "../../rendering/plan/render-value.ts";
import { reportMistake } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const lookup: Command = {
  positionals: [{ name: "FUNCTION" }, { name: "KEY=VALUE", optional: true, rest: true }],
  options: [],
  description: "Calls a read-only look-up function with the arguments given, and shows its result.",
  examples: [
    {
      line:
        "plumb lookup migrate:getPrivateEndpointConnection migrateProjectName=move resourceGroupName=rg " +
        "peConnectionName=pe1",
      meaning: "a connection",
    },
  ],
  run: async (invocation) => {
    const [name = "", ...pairs] = invocation.arguments.positionals;
    const given = parsePairs(pairs, "plumb lookup");
    if (!given.ok) return reportMistake(invocation, given.error);
    return await askWithDeclaration(
      invocation,
      (context) =>
        invocation.api.call("callFunction", {
          path: { function: name },
          body: { arguments: given.value, ...context },
        }),
      (view) => {
        const { people } = invocation;
        if (invocation.settings.json) return printJson(invocation, view);
        writeLines(people, entryLines(Object.entries(view.result), { ...people, whole: true }));
      },
    );
  },
};
