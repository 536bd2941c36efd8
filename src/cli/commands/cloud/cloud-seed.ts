import { type Command, printJson } from "../../command.ts";
import { askLocalCloud } from "../../connection/ask-local-cloud.ts";
import { parseJsonFile, readNamedFile } from "../../declarations/json-file.ts";
import { counted } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";

export const cloudSeed: Command = {
  positionals: [{ name: "FILE" }],
  options: [],
  description:
    "Seeds objects in the local cloud that are made outside Plumbline: " +
    "projects, principals, clients, reservations and many more. FILE is JSON: " +
    "one object with a `kind`, or a list of them; all are seeded or none. A kind that is unknown is refused with " +
    "the list of all kinds.",
  examples: [{ line: "plumb cloud seed seeds.json", meaning: "seed what the file lists" }],
  run: async (invocation) => {
    const file = invocation.arguments.positionals[0] ?? "";
    const text = await readNamedFile(invocation.context, file);
    if (!text.ok) return reportMistake(invocation, text.error);
    const seeds = parseJsonFile(file, text.value);
    if (!seeds.ok) return reportMistake(invocation, seeds.error);
    const answer = await askLocalCloud<{ readonly seeded: number }>(invocation, "POST", "/_local/seed", seeds.value);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, answer.value);
    else invocation.people.write(`Seeded ${counted(answer.value.seeded, "object")} in the local cloud.\n`);
    return exitCodes.done;
  },
};
