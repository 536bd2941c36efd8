import { isJsonObject } from "../../../../packages/base/json/json.ts";
import { type Command, printJson } from "../../command.ts";
import { parseJsonFile, readNamedFile } from "../../declarations/json-file.ts";
import { clean, counted } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { knownStack } from "../../stacks/known-stack.ts";
import { stackLabel } from "../../stacks/stack-label.ts";

export const stateImport: Command = {
  positionals: [{ name: "FILE" }],
  options: [{ name: "force", summary: "take a document that is older, or of another stack's history" }],
  description:
    "Replaces what is recorded of the stack by a document of `plumb state export`. No platform is called. " +
    "Refused when the document was altered, is older than the record, or is of another stack's history; " +
    "--force overrides the last two.",
  examples: [
    { line: "plumb state import dev.state.json", meaning: "go back to a copy of stack dev" },
    { line: "plumb state import dev.state.json -s preview --force", meaning: "into another stack" },
  ],
  run: async (invocation) => {
    const { settings, people, context } = invocation;
    const [file = ""] = invocation.arguments.positionals;
    const text = await readNamedFile(context, file);
    if (!text.ok) return reportMistake(invocation, text.error);
    const document = parseJsonFile(file, text.value);
    if (!document.ok) return reportMistake(invocation, document.error);
    const known = await knownStack(invocation);
    if (!known.ok) return reportFailure(invocation, known.error);
    const force = invocation.arguments.flags.has("force");
    const answer = await invocation.api.call("importState", {
      path: { stack: settings.stack },
      body: { document: document.value, force },
      expected: { kind: "something" },
    });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const records = isJsonObject(document.value) ? document.value["records"] : [];
    const count = Array.isArray(records) ? records.length : 0;
    const { forgotten } = answer.value;
    const stack = await stackLabel(invocation);
    if (settings.json) printJson(invocation, { stack, records: count, forgotten });
    else {
      people.write(`Stack ${clean(stack)} now holds ${counted(count, "record")} of ${clean(file)}.\n`);
      if (forgotten.length > 0) people.write("Forgotten, and left on the platform as they are:\n");
      for (const { name, type, id } of forgotten) people.write(`  ${clean(name)}  ${clean(type)}  ${clean(id)}\n`);
    }
    return exitCodes.done;
  },
};
