import { type Command, printJson } from "../../command.ts";
import { trustedOrigins } from "../../connection/trusted-origins.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { writeTable } from "../../terminal.ts";

export const providerList: Command = {
  positionals: [],
  options: [],
  description:
    "Lists the origins that you trust besides the vendors' own and the workspace of DATABRICKS_HOST. " +
    "What a server trusts is shown by `plumb credential list`.",
  examples: [{ line: "plumb provider list", meaning: "where your credentials may go" }],
  run: async (invocation) => {
    const { people, settings, context } = invocation;
    const trusted = await trustedOrigins(context);
    const rows = trusted.map(({ origin, mayBePrivate }) => ({ origin, private: mayBePrivate }));
    if (settings.json) printJson(invocation, rows);
    else if (rows.length === 0) people.write("You trust no origin besides the vendors' own.\n");
    else
      writeTable(people, [
        ["ORIGIN", "PRIVATE"],
        ...rows.map((each) => [clean(each.origin), each.private ? "yes" : "no"]),
      ]);
    return exitCodes.done;
  },
};
