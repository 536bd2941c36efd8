import type { UnmanagedRow } from "../../../contract/documents/reads.ts";
import { parsePairs } from "../../arguments.ts";
import { type Command, type Invocation, optionValue, printJson } from "../../command.ts";
import { askWithDeclaration } from "../../declarations/declaration-file.ts";
import type { ImportEntry } from "../../declarations/import-list.ts";
import { clean, counted } from "../../rendering/text.ts";
import { reportMistake } from "../../reports/report.ts";
import { writeTable } from "../../terminal.ts";

export const unmanaged: Command = {
  positionals: [
    { name: "TYPE", names: "types" },
    { name: "KEY=VALUE", optional: true, rest: true },
  ],
  options: [{ name: "out", value: "FILE", writes: "file", summary: "write the list for `plumb import --list FILE`" }],
  description:
    "Lists the objects of one collection that no stack manages, each with a name for its import, " +
    "or the name that it has in the declaration. KEY=VALUE name the collection where the provider does not: " +
    "the parts of an id before the last one. Only reads.",
  examples: [
    { line: "plumb unmanaged iam:OAuthClient location=global", meaning: "the OAuth clients that no stack manages" },
    { line: "plumb unmanaged iam:OAuthClient location=global --out found.json", meaning: "for `plumb import --list`" },
  ],
  run: async (invocation) => {
    const [type = "", ...pairs] = invocation.arguments.positionals;
    const within = parsePairs(pairs, "plumb unmanaged");
    if (!within.ok) return reportMistake(invocation, within.error);
    let rows: readonly UnmanagedRow[] = [];
    const code = await askWithDeclaration(
      invocation,
      (context) =>
        invocation.api.call("findUnmanagedObjects", { path: { type }, body: { within: within.value, ...context } }),
      (answer) => {
        rows = answer.unmanaged;
        if (invocation.settings.json) printJson(invocation, rows);
        else show(invocation, rows);
      },
    );
    const out = optionValue(invocation, "out");
    if (code !== 0 || out === undefined || rows.length === 0) return code;
    await invocation.context.files.write(out, listText(rows, invocation.settings.provider));
    invocation.people.write(`Wrote ${counted(rows.length, "object")} to ${clean(out)}; import what you leave in it.\n`);
    return code;
  },
};

function show({ people }: Invocation, rows: readonly UnmanagedRow[]): void {
  if (rows.length === 0) {
    people.write("Nothing is there that no stack manages.\n");
    return;
  }
  const lines = rows.map(({ suggestedName, declaredAs, id }) =>
    [suggestedName, declaredAs === undefined ? "no" : "yes", id].map(clean),
  );
  writeTable(people, [["NAME", "DECLARED", "ID"], ...lines]);
}

/** The rows as `plumb import --list` reads them. */
function listText(rows: readonly UnmanagedRow[], provider: string | undefined): string {
  const entries = rows.map(({ type, id, suggestedName }): ImportEntry => {
    return { type, name: suggestedName, id, ...(provider === undefined ? {} : { provider }) };
  });
  return `${JSON.stringify(entries, null, 2)}\n`;
}
