import type { Json } from "../../../base/json.ts";
import { type Command, printJson } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { counted } from "../rendering/text.ts";
import { reportFailure, reportMistake } from "../report.ts";

export const cloudSeed: Command = {
  positionals: [{ name: "FILE" }],
  options: [],
  description:
    "Plants objects in the local cloud that something else would have made: projects, principals, reservations, private endpoint connections. FILE is JSON: one object with a `kind`, or a list of them; all are planted or none.",
  examples: [{ line: "plumb cloud seed seeds.json", meaning: "plant what the file lists" }],
  run: async (invocation) => {
    const file = invocation.arguments.positionals[0] ?? "";
    const text = await invocation.world.files.read(file);
    if (text === undefined) return reportMistake(invocation, { detail: `There is no file ${file}.` });
    let seeds: Json;
    try {
      seeds = JSON.parse(text) as Json;
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
      return reportMistake(invocation, { detail: `${file} is not JSON: ${cause.message}.` });
    }
    const answer = await invocation.api.post<{ readonly seeded: number }>("/_local/seed", seeds);
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (invocation.settings.json) printJson(invocation, answer.value);
    else invocation.people.write(`Planted ${counted(answer.value.seeded, "object")} in the local cloud.\n`);
    return exitCodes.done;
  },
};
