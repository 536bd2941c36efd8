import { type Command, optionValue, printJson } from "../../command.ts";
import { clean, counted } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";

export const stateExport: Command = {
  positionals: [],
  options: [{ name: "out", value: "FILE", writes: "file", summary: "write to a file instead of stdout" }],
  description:
    "Writes everything that is recorded of the stack as one JSON document, with a digest over it; " +
    "`plumb state import` takes it back. Secrets stay sealed.",
  examples: [
    { line: "plumb state export --out dev.state.json", meaning: "keep a copy of stack dev" },
    { line: "plumb state export -s prod", meaning: "on stdout" },
  ],
  run: async (invocation) => {
    const { settings, people } = invocation;
    const answer = await invocation.api.call("exportState", { path: { stack: settings.stack } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const { records, serial } = answer.value;
    const out = optionValue(invocation, "out");
    if (out !== undefined)
      await invocation.context.files.writePrivate(out, `${JSON.stringify(answer.value, null, 2)}\n`);
    if (out === undefined || settings.json) printJson(invocation, answer.value);
    if (out !== undefined) {
      people.write(`Wrote ${counted(records.length, "record")} of serial ${serial} to ${clean(out)}.\n`);
    }
    return exitCodes.done;
  },
};
