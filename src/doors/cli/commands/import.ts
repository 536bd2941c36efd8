import type { ImportView } from "../../api/documents.ts";
import { type Command, printJson } from "../command.ts";
import { askWithDeclaration } from "../declaration-file.ts";
import { clean } from "../rendering/text.ts";
import { yamlLines } from "../rendering/yaml-lines.ts";
import { writeLines } from "../terminal.ts";

export const importObject: Command = {
  positionals: [{ name: "TYPE" }, { name: "NAME" }, { name: "ID" }],
  options: [],
  description:
    "Reads an existing object, records it in the stack under the logical name NAME, and prints the declaration that plans no change for it. The platform is not changed.",
  examples: [
    {
      line: "plumb import iam:OAuthClient portal projects/acme/locations/global/oauthClients/web-portal",
      meaning: "manage it as `portal`",
    },
  ],
  run: async (invocation) => {
    const [type, name, id] = invocation.arguments.positionals;
    const path = `/v1/stacks/${encodeURIComponent(invocation.settings.stack)}/imports`;
    return await askWithDeclaration<ImportView>(
      invocation,
      (context) => invocation.api.post(path, { type, name, id, ...context }),
      (view) => {
        const { diagnostics, people } = invocation;
        if (invocation.settings.json) return printJson(invocation, view);
        // Stdout holds YAML alone, so that it can be appended to a file.
        const name = diagnostics.paint("bold", clean(view.name));
        writeLines(diagnostics, [`Imported ${clean(view.id)} as ${name}. Declare it:`, ""]);
        writeLines(people, yamlLines({ resources: { [view.name]: view.declaration } }));
      },
    );
  },
};
