import { parsePairs } from "../../arguments.ts";
import { type Command, printJson } from "../../command.ts";
import { askWithDeclaration } from "../../declarations/declaration-file.ts";
import { entryLines } from "../../rendering/plan/render-value.ts";
import { clean } from "../../rendering/text.ts";
import { reportMistake } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const get: Command = {
  positionals: [{ name: "TYPE" }, { name: "ID" }],
  options: [
    { name: "state", value: "FIELD=VALUE", repeatable: true, summary: "a field the object must have; repeatable" },
  ],
  description:
    "Reads one existing object from the platform and shows all its fields. Manages and records nothing. " +
    "With --state the read fails unless the fields are as given.",
  examples: [
    {
      line: "plumb get iam:OAuthClient projects/acme/locations/global/oauthClients/web-portal",
      meaning: "by id",
    },
    {
      line: "plumb get settings:RestrictWorkspaceAdmins global --provider workspace",
      meaning: "through one provider",
    },
  ],
  run: async (invocation) => {
    const [type = "", id = ""] = invocation.arguments.positionals;
    const state = parsePairs(invocation.arguments.values.get("state") ?? [], "--state");
    if (!state.ok) return reportMistake(invocation, state.error);
    return await askWithDeclaration(
      invocation,
      (context) => invocation.api.call("readObject", { path: { type }, body: { id, state: state.value, ...context } }),
      (view) => {
        const { people } = invocation;
        if (invocation.settings.json) return printJson(invocation, view);
        const lines = entryLines(Object.entries(view.outputs), { ...people, width: people.width - 2, whole: true });
        writeLines(people, [
          `${people.paint("bold", clean(view.type))}  ${clean(view.id)}`,
          ...lines.map((line) => `  ${line}`),
        ]);
      },
    );
  },
};
