import { type Command, optionValue, printJson } from "../../command.ts";
import { schemaText } from "../../declarations/schema-file.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const schema: Command = {
  positionals: [],
  options: [{ name: "out", value: "FILE", writes: "file", summary: "write to a file instead of standard output" }],
  description:
    "Writes the JSON Schema of plumb.yaml: sections, types, fields, options and providers, " +
    "with an expression allowed wherever a value stands. Editors complete and check by it: " +
    "`plumb init` puts it beside the declaration as plumb.schema.json. " +
    "It is made of the catalog of this plumb, or of that of --server; write it anew after an upgrade.",
  examples: [
    { line: "plumb schema --out plumb.schema.json", meaning: "after an upgrade" },
    { line: "plumb schema --server https://plumb.acme.example", meaning: "what that server takes" },
  ],
  run: async (invocation) => {
    const { context, settings, people } = invocation;
    const answer = await invocation.api.call("getCatalog", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const { declarationSchema } = await context.generator();
    const text = schemaText(declarationSchema(answer.value));
    const out = optionValue(invocation, "out");
    if (out === undefined) {
      context.stdout.write(text);
      return exitCodes.done;
    }
    await context.files.write(out, text);
    if (settings.json) printJson(invocation, { written: [out] });
    else writeLines(people, [`Wrote ${clean(out)}.`]);
    return exitCodes.done;
  },
};
