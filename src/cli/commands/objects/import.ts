import type { Json } from "../../../../packages/base/json/json.ts";
import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { err } from "../../../../packages/base/result.ts";
import type { DocumentOf } from "../../../contract/api.ts";
import type { ImportView } from "../../../contract/documents/imports.ts";
import type { UsageMistake } from "../../arguments.ts";
import { type Command, type Invocation, optionValue, printJson } from "../../command.ts";
import { askWithDeclaration } from "../../declarations/declaration-file.ts";
import { formats } from "../../declarations/generator.ts";
import { parseImportList, placedInList } from "../../declarations/import-list.ts";
import { readNamedFile } from "../../declarations/json-file.ts";
import { canWriteImports, type Written, writeImports } from "../../declarations/write-imports.ts";
import { isSecretValue } from "../../rendering/plan/render-value.ts";
import type { Sources } from "../../rendering/render-problems.ts";
import { clean, counted } from "../../rendering/text.ts";
import { yamlLines } from "../../rendering/yaml-lines.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake, writeProblems } from "../../reports/report.ts";
import { Patience, waitOption } from "../../runs/busy-stack.ts";
import { defaultFile } from "../../settings.ts";
import { writeLines } from "../../terminal.ts";

export const importObject: Command = {
  positionals: [
    { name: "TYPE", optional: true },
    { name: "NAME", optional: true },
    { name: "ID", optional: true },
  ],
  options: [
    {
      name: "list",
      value: "FILE",
      summary:
        "import all that FILE lists, or nothing: a JSON list of {type, name, id, provider}, or lines TYPE NAME ID",
    },
    {
      name: "write",
      summary:
        "write the entries at the end of `resources:` of the declaration, the rest of the file as it is; " +
        "for a program, print the lines to add",
    },
    {
      name: "format",
      value: "FORMAT",
      names: Object.keys(formats),
      summary: "the language of what is printed: yaml (default), ts or py",
    },
    waitOption,
  ],
  description:
    "Reads an existing object, records it in the stack under the logical name NAME, and prints the declaration " +
    "that plans no change for it; of a share of a policy it warns of what others hold there, " +
    "which a run takes away. The platform is not changed. Until it is declared the object is protected: " +
    "no plan deletes it, and `plumb state rm` forgets it. With --write the entry is added to the declaration. " +
    "The record is written first; if the command breaks off, run it again to finish. " +
    "With --list it does so for many at once; `plumb unmanaged` writes such a list. " +
    "Where TYPE, NAME and ID are left out, --file names the list too.",
  examples: [
    {
      line: "plumb import iam:OAuthClient portal projects/acme/locations/global/oauthClients/web-portal",
      meaning: "manage it as `portal`",
    },
    { line: "plumb import --list found.json > found.yaml", meaning: "all that the file lists" },
    { line: "plumb import --list found.json --write", meaning: "and add them to plumb.yaml" },
  ],
  run: async (invocation) => {
    const { settings } = invocation;
    const patience = Patience.of(invocation);
    if (!patience.ok) return reportMistake(invocation, patience.error);
    const given = invocation.arguments.positionals;
    const list = optionValue(invocation, "list");
    const format = optionValue(invocation, "format") ?? "yaml";
    if (!Object.hasOwn(formats, format)) return reportMistake(invocation, unknownFormat(format));
    if (list !== undefined && given.length > 0) {
      return reportMistake(invocation, {
        detail: "--list takes the place of TYPE, NAME and ID: leave one of the two out.",
      });
    }
    if (invocation.arguments.flags.has("write") && optionValue(invocation, "format") !== undefined)
      return reportMistake(invocation, {
        detail: "--write takes the language of the declaration's file; leave --format out.",
      });
    if (list !== undefined) return await importList(invocation, list);
    if (given.length === 0 && settings.fileGiven) {
      return await importList(
        invocation.withSettings({ ...settings, file: defaultFile, fileGiven: false }),
        settings.file,
      );
    }
    const [type, name, id] = given;
    if (type === undefined || name === undefined || id === undefined) {
      const detail = "plumb import needs TYPE and NAME and ID, or --list FILE.";
      return reportMistake(invocation, { detail, hint: "`plumb import --help` shows an example." });
    }
    return await importAll(
      [name],
      invocation,
      ({ provider, ...context }) => {
        const imports = [{ type, name, id, ...(provider === undefined ? {} : { provider }) }];
        const asked = { path: { stack: settings.stack }, body: { ...context, imports } };
        return patience.value.whenFree(() => invocation.api.call("importResources", asked));
      },
      ({ imported }) => imported[0],
    );
  },
};

function unknownFormat(given: string): UsageMistake {
  const known = Object.keys(formats);
  const near = nearestName(given, known);
  const detail = `--format takes one of ${known.join(", ")}, not ${JSON.stringify(given)}.`;
  return near === undefined ? { detail } : { detail, hint: `Did you mean ${near}?` };
}

type Imported = DocumentOf<"importResources">;

async function importList(invocation: Invocation, file: string): Promise<number> {
  const { api, settings, context } = invocation;
  const patience = Patience.of(invocation);
  if (!patience.ok) return reportMistake(invocation, patience.error);
  const read = await readNamedFile(context, file);
  if (!read.ok) return reportMistake(invocation, read.error);
  const text = read.value.replace(/^\ufeff/, "");
  const entries = parseImportList(file, text);
  if (!entries.ok) return reportMistake(invocation, entries.error);
  const provider = settings.provider === undefined ? {} : { provider: settings.provider };
  const imports = entries.value.map(({ entry }) => ({ ...provider, ...entry }));
  return await importAll(
    imports.map(({ name }) => name),
    invocation,
    async ({ provider: _, ...context }) => {
      const asked = { path: { stack: settings.stack }, body: { ...context, imports } };
      const answer = await patience.value.whenFree(() => api.call("importResources", asked));
      if (answer.ok) return answer;
      const { error } = answer;
      return err({ ...error, problems: error.problems.map((each) => placedInList(each, file, text, entries.value)) });
    },
    (answer) => answer,
    new Map([[file, text]]),
  );
}

/** Imports, and shows or writes what was imported; `document` is what --json prints of the answer. */
async function importAll(
  names: readonly string[],
  invocation: Invocation,
  ask: Parameters<typeof askWithDeclaration<Imported>>[1],
  document: (answer: Imported) => unknown,
  sources: Sources = new Map(),
): Promise<number> {
  const { settings } = invocation;
  const writes = invocation.arguments.flags.has("write");
  const writable = writes ? await canWriteImports(names, invocation) : undefined;
  if (writable?.ok === false) return reportMistake(invocation, writable.error);
  let code: number = exitCodes.done;
  const asked = await askWithDeclaration(
    invocation,
    ask,
    async (answer) => {
      const written = writes ? await writeImports(answer.imported, invocation) : undefined;
      if (written?.kind === "left") {
        reportMistake(invocation, written.mistake);
        code = exitCodes.failed;
      }
      if (settings.json) printJson(invocation, document(answer));
      else await showImported(invocation, answer.imported, written);
    },
    sources,
  );
  return asked === exitCodes.done ? code : asked;
}

/** Stdout holds the declaration alone, so that it can be kept in a file. */
async function showImported(
  invocation: Invocation,
  views: readonly ImportView[],
  written: Written | undefined,
): Promise<void> {
  const { diagnostics, people, context } = invocation;
  writeProblems(
    invocation,
    // A server of before says nothing of it.
    views.flatMap(({ problems = [] }) => problems),
    new Map(),
  );
  const [first] = views;
  const what =
    views.length === 1 && first !== undefined
      ? `${clean(first.id)} as ${diagnostics.paint("bold", clean(first.name))}`
      : counted(views.length, "object");
  if (written?.kind === "written") {
    return writeLines(diagnostics, [`Imported ${what}, declared in ${written.file}.`, ...sealedAdvice(views)]);
  }
  const them = views.length === 1 ? "it" : "them";
  const todo = written?.kind === "to add" ? `Add the lines to ${written.file}:` : `Declare ${them}:`;
  writeLines(diagnostics, [`Imported ${what}. ${todo}`, ...sealedAdvice(views), ""]);
  const resources = Object.fromEntries(views.map((view) => [view.name, view.declaration]));
  const language =
    written?.kind === "to add" ? written.language : (formats[optionValue(invocation, "format") ?? "yaml"] ?? null);
  if (language === null) return writeLines(people, yamlLines({ resources }));
  const generator = await context.generator();
  people.write(await generator.statements(language, resources));
}

/** What is sealed is not printed; left out it would be removed by the next plan. */
function sealedAdvice(views: readonly ImportView[]): readonly string[] {
  const places = views.flatMap(({ name, declaration: { properties } }) => sealedPlaces(properties, name));
  if (places.length === 0) return [];
  return [
    `Sealed, and so left out: ${places.map(clean).join(", ")}.`,
    "Give these from secret configuration, or the next plan removes them.",
  ];
}

function sealedPlaces(value: Json | undefined, place: string): readonly string[] {
  if (isSecretValue(value)) return [place];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries<Json>(value).flatMap(([key, member]) => sealedPlaces(member, `${place}.${key}`));
}
