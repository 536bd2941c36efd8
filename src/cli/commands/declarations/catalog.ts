import { nearestName } from "../../../../packages/base/nearest-name.ts";
import type {
  CatalogDocument,
  CatalogFunction,
  CatalogProvider,
  CatalogResource,
} from "../../../contract/documents/catalog/catalog.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { catalogRows, typeRows } from "../../rendering/catalog-rows.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { writeTable } from "../../terminal.ts";

type Entry = CatalogResource | CatalogFunction | CatalogProvider;

export const catalog: Command = {
  positionals: [{ name: "TYPE", names: "types", optional: true }],
  options: [],
  description:
    "Lists the types, functions and kinds of providers that can be declared, or the fields of one with their " +
    "types and marks. `--json` gives all of it as data: rules, values, identities, versions, examples. " +
    "`plumb explain` tells of a type in words.",
  examples: [
    { line: "plumb catalog", meaning: "what there is" },
    { line: "plumb catalog iam:OAuthClient", meaning: "the fields of one" },
    { line: "plumb catalog --json", meaning: "the whole document, as GET /v1/catalog gives it" },
  ],
  run: async (invocation) => {
    const { people, settings } = invocation;
    const answer = await invocation.api.call("getCatalog", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const [word] = invocation.arguments.positionals;
    if (word !== undefined) return showEntry(invocation, word, answer.value);
    if (settings.json) printJson(invocation, answer.value);
    else
      writeTable(
        people,
        catalogRows(answer.value).map((row) => row.map(clean)),
      );
    return exitCodes.done;
  },
};

/** By a token, an alias, or the last part of one; letters large or small. */
function showEntry(invocation: Invocation, word: string, { resources, functions, providers }: CatalogDocument): number {
  const entries: readonly Entry[] = [...resources, ...functions, ...providers];
  const named = entries.flatMap((entry) => namesOf(entry).map((name) => ({ name, entry })));
  const found = named.find(({ name }) => name.toLowerCase() === word.toLowerCase());
  if (found === undefined) {
    const near = nearestName(
      word,
      named.map(({ name }) => name),
    );
    const hint = near === undefined ? "`plumb catalog` lists what there is." : `Did you mean ${near}?`;
    return reportMistake(invocation, { detail: `There is no type ${JSON.stringify(word)}.`, hint });
  }
  if (invocation.settings.json) printJson(invocation, found.entry);
  else
    writeTable(
      invocation.people,
      typeRows(found.entry).map((row) => row.map(clean)),
    );
  return exitCodes.done;
}

function namesOf(entry: Entry): readonly string[] {
  const tokens = entry.kind === "function" ? [entry.type, ...entry.aliases] : [entry.type];
  return tokens.flatMap((token) => [token, token.slice(token.indexOf(":") + 1)]);
}
