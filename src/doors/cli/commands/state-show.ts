import type { ResourceView } from "../../api/documents.ts";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { entryLines } from "../rendering/render-value.ts";
import { reportFailure } from "../report.ts";
import { writeLines } from "../terminal.ts";

export const stateShow: Command = {
  positionals: [{ name: "NAME" }],
  options: [],
  description: "Shows what the stack has recorded of one object: identity, inputs, outputs, what it depends on.",
  examples: [{ line: "plumb state show portal", meaning: "the record of `portal`" }],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const name = encodeURIComponent(invocation.arguments.positionals[0] ?? "");
    const path = `/v1/stacks/${encodeURIComponent(settings.stack)}/resources/${name}`;
    const answer = await invocation.api.get<ResourceView>(path);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else writeLines(people, entryLines(Object.entries(answer.value), people.width, people.paint));
    return exitCodes.done;
  },
};
