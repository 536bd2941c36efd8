import { problemCodes } from "../../../packages/base/problems/problem-codes.ts";
import type { CatalogDocument, CatalogFunction, CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import type { CatalogField, CatalogType, CatalogValue } from "../../contract/documents/catalog/catalog-values.ts";
import { formInWords } from "../../definitions/document/limits-in-words.ts";
import { readDeclaration } from "../../engine/declare/read-declaration.ts";
import type { Cel } from "../../engine/expressions/cel.ts";
import { pythonProgram } from "../python/python-program.ts";
import { baseName } from "../shape-names.ts";
import { typescriptProgram } from "../typescript/typescript-program.ts";
import { fieldSentences } from "./field-sentences.ts";
import { likelyProblems } from "./reference-errors.ts";

type Definition = CatalogResource | CatalogFunction;

/** The reference: a page for each type and function, and one that lists them, by file name. */
export function referencePages(catalog: CatalogDocument, cel: Cel): Readonly<Record<string, string>> {
  const definitions: readonly Definition[] = [...catalog.resources, ...catalog.functions];
  const pages = definitions.map((definition) => [pageName(definition), page(definition, catalog, cel)] as const);
  return { "README.md": overview(definitions), ...Object.fromEntries(pages) };
}

/** `iam:OAuthClient` -> `oauth-client.md`. */
function pageName({ type, aliases }: { readonly type: string; readonly aliases?: readonly string[] }): string {
  const name = baseName(aliases?.[0] ?? type);
  const words = name.replace("OAuth", "Oauth").replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-");
  return `${words.toLowerCase()}.md`;
}

function overview(definitions: readonly Definition[]): string {
  const rows = definitions.map(
    (definition) =>
      `| [${definition.title}](${pageName(definition)}) | \`${definition.type}\` | ${cell(definition.description)} |`,
  );
  return [
    "# Resources",
    "",
    "Generated from the definitions in `src/definitions/resources`. " +
      "`plumb explain TYPE` shows the same on the terminal.",
    "",
    "| resource | token | what it is |",
    "|---|---|---|",
    ...rows,
    "",
    "Options that every resource takes are in [options](../reference/options.md), problems in " +
      "[problems](../reference/problems.md).",
    "",
  ].join("\n");
}

function page(definition: Definition, catalog: CatalogDocument, cel: Cel): string {
  return [
    `# ${definition.title}`,
    "",
    definition.description,
    "",
    ...facts(definition),
    "",
    ...examples(definition, catalog, cel),
    ...(definition.kind === "resource" ? resourceSections(definition) : functionSections(definition)),
    ...permissionsSection(definition),
    ...problems(definition),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function permissionsSection({ permissions }: Definition): readonly string[] {
  if (permissions === undefined) return [];
  const { read, write, note, source } = permissions;
  const row = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`| ${what} | ${names.map(code).join(", ")} |`];
  return [
    "## Permissions",
    "",
    `Unverified: taken from the vendor's documents (${source}), and tried on no account.`,
    "",
    "| to | takes |",
    "|---|---|",
    ...row("plan, import, get", read),
    ...row("carry a plan out, besides", write),
    "",
    ...(note === undefined ? [] : [note, ""]),
  ];
}

function facts({ type, provider, section, versions, ...rest }: Definition): readonly string[] {
  const aliases =
    "aliases" in rest && rest.aliases.length > 0 ? [`| alias | ${rest.aliases.map(code).join(", ")} |`] : [];
  const others =
    versions.others.length === 0 ? "" : `; with \`${type}@VERSION\` also ${versions.others.map(code).join(", ")}`;
  return [
    "| | |",
    "|---|---|",
    `| token | ${code(type)} |`,
    ...aliases,
    `| provider | ${code(provider)} |`,
    `| interface version | ${code(versions.default)}${others} |`,
    `| specification | section ${section} |`,
  ];
}

function examples({ type, examples: texts }: Definition, catalog: CatalogDocument, cel: Cel): readonly string[] {
  return texts.flatMap((text) => {
    const { declaration } = readDeclaration(text, { file: type });
    if (declaration === null) return [];
    return [
      "## Example",
      "",
      ...fenced("yaml", text),
      ...fenced("ts", typescriptProgram(declaration, catalog, cel)),
      ...fenced("python", pythonProgram(declaration, catalog, cel)),
    ];
  });
}

function fenced(language: string, text: string): readonly string[] {
  return [`\`\`\`${language}`, text.trimEnd(), "```", ""];
}

function resourceSections(definition: CatalogResource): readonly string[] {
  const { inputs, outputs, identity } = definition;
  const forms = identity.imports.map(({ template, source }) => {
    const form = code(formInWords(template));
    return `- ${form}${source === "specification" ? "" : " (ours: the specification lists none)"}`;
  });
  return [
    "## Inputs",
    "",
    ...fieldTable(inputs),
    "## Outputs",
    "",
    "All inputs are outputs too. Every output is there, null where the platform has no value.",
    "",
    ...fieldTable(outputs),
    ...stateSection(definition),
    "## Import and get",
    "",
    `\`plumb import ${definition.type} NAME ID\`, the option \`import\`, and \`get\` take an id in one of these forms:`,
    "",
    ...forms,
    "",
    "`get` reads an object without managing it. Its `state` may name any field of this page but a secret one; " +
      "the read fails unless the object has these values.",
    "",
    "## Life cycle",
    "",
    ...lifeCycle(definition).map((sentence) => `- ${sentence}`),
    "",
  ];
}

function functionSections(definition: CatalogFunction): readonly string[] {
  return [
    "## Arguments",
    "",
    ...fieldTable(definition.arguments),
    "Other arguments are another question: the answer is read again.",
    "",
    "## Result",
    "",
    ...fieldTable(definition.result),
  ];
}

/** Outputs with a closed list of values are states. */
function stateSection({ inputs, outputs, softDelete }: CatalogResource): readonly string[] {
  const names = new Set(inputs.map(({ name }) => name));
  const states = [
    ...closedLists(
      outputs.filter(({ name }) => !names.has(name)),
      "",
    ),
    ...closedLists(inputs, "").filter(([path]) => path.includes(".")),
  ];
  if (states.length === 0) return [];
  const rows = states.map(([path, values]) => `| ${code(path)} | ${values.map(code).join(", ")} |`);
  const deleted =
    softDelete === undefined
      ? []
      : [
          `A deleted object is ${code(softDelete.deletedValue)} for ${softDelete.days} days: ` +
            "its identifier stays reserved, `get` still reads it, and a managed record counts as gone.",
          "",
        ];
  return ["## States", "", "| field | values |", "|---|---|", ...rows, "", ...deleted];
}

function closedLists(
  fields: readonly CatalogField[],
  under: string,
): readonly (readonly [path: string, values: readonly string[]])[] {
  return fields.flatMap(({ name, type }) => {
    const path = under === "" ? name : `${under}.${name}`;
    if (type.kind === "object") return closedLists(type.fields, path);
    return type.kind === "text" && type.values !== undefined && type.values.length > 1
      ? [[path, type.values] as const]
      : [];
  });
}

function lifeCycle(definition: CatalogResource): readonly string[] {
  const { existence, onDestroy, beforeDelete, liesIn, inputs, noAutoNaming, requiresProvider } = definition;
  const replacing = inputs.flatMap(({ name, replace }) => (replace === true ? [code(name)] : []));
  const made = {
    created:
      "It does not exist before it is created; an object of that identity that is not managed is never taken " +
      "over unasked.",
    standing: "The platform always has it: creating takes it over, and says so.",
    part: "It is a share of a larger object that a write replaces as a whole: the plan lists what would be lost.",
  };
  const destroyed = {
    delete: "Destroy deletes it.",
    restore: "Destroy writes back the value that stood there before; an imported one is left as it is.",
    retain: "Destroy only forgets it: the platform offers no delete.",
  };
  return [
    made[existence],
    replacing.length === 0
      ? "Every field is updated in place."
      : `A change of ${replacing.join(", ")} replaces it; every other field is updated in place.`,
    ...(noAutoNaming === undefined
      ? []
      : [`${noAutoNaming.says.charAt(0).toUpperCase()}${noAutoNaming.says.slice(1)}.`]),
    ...(requiresProvider === undefined
      ? []
      : [
          `Its provider must have ${Object.entries(requiresProvider)
            .map(([name, value]) => code(`${name}: ${String(value)}`))
            .join(", ")}.`,
        ]),
    `${destroyed[onDestroy]} \`onDestroy\` says otherwise.`,
    ...(beforeDelete === undefined
      ? []
      : [
          `The platform deletes only what has ${Object.entries(beforeDelete)
            .map(([name, value]) => code(`${name}: ${JSON.stringify(value)}`))
            .join(" and ")}: a deletion sets that first, by a call of its own, where the object does not have it.`,
        ]),
    ...(liesIn === undefined
      ? []
      : [
          `It lies in ${code(liesIn.type)}: it is made after that and deleted before it, ` +
            "also where no reference names it.",
        ]),
    whoAndWhen(definition),
  ];
}

function whoAndWhen({ lastChange: { by, at } = {} }: CatalogResource): string {
  if (by === undefined && at === undefined)
    return "Its interface does not tell who changed it last, or when, so `plumb drift` can't name them.";
  const tells = [by, at].flatMap((path) => (path === undefined ? [] : [code(path)])).join(" and ");
  if (by !== undefined && at !== undefined)
    return `\`plumb drift\` names who changed it last, and when: the platform tells that in ${tells}.`;
  const [told, not] = by === undefined ? ["when it was changed last", "by whom"] : ["who changed it last", "when"];
  return `\`plumb drift\` tells ${told}, by ${tells}; the interface does not tell ${not}.`;
}

function problems(definition: Definition): readonly string[] {
  const rows = likelyProblems(definition).map((each) => {
    const { summary, kind } = problemCodes[each];
    return (
      `| [${code(each)}](../reference/problems.md#${each}) | ${cell(summary)} | ` +
      `${kind === "advice" ? "warning" : "error"} |`
    );
  });
  return ["## Problems", "", "| code | what | |", "|---|---|---|", ...rows, ""];
}

/** A table of fields, those inside others below them by their dotted path. */
function fieldTable(fields: readonly CatalogField[]): readonly string[] {
  return ["| field | type | required | meaning |", "|---|---|---|---|", ...fieldRows(fields, ""), ""];
}

function fieldRows(fields: readonly CatalogField[], path: string): readonly string[] {
  const ordered = [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
  return ordered.flatMap((field) => {
    const place = path === "" ? field.name : `${path}.${field.name}`;
    const meaning = cell([...fieldSentences(field), ...sinceSentence(field)].join(" "));
    const row = `| ${code(place)} | ${typeWords(field.type)} | ${field.required ? "yes" : ""} | ${meaning} |`;
    return [row, ...innerRows(field.type, place)];
  });
}

function innerRows(type: CatalogType, place: string): readonly string[] {
  if (type.kind === "union")
    return type.variants.flatMap((variant) => {
      if (variant.type.kind !== "object") return [];
      const meaning = cell([variant.description, ...sinceSentence(variant)].join(" "));
      const head = `| ${code(`${place} (${variant.type.name ?? ""})`)} | object | | ${meaning} |`;
      return [head, ...fieldRows(variant.type.fields, place)];
    });
  if (type.kind === "list") return innerRows(type.items.type, `${place}[]`);
  return type.kind === "object" ? fieldRows(type.fields, place) : [];
}

function sinceSentence({ since }: CatalogValue): readonly string[] {
  return since === undefined ? [] : [`Since interface version ${since}.`];
}

function typeWords(type: CatalogType): string {
  switch (type.kind) {
    case "union":
      return `one of several, by ${code(type.discriminator)}`;
    case "text":
      return type.format === "date-time" ? "text (date and time)" : "text";
    case "list":
      return `list of ${typeWords(type.items.type)}`;
    case "map":
      return `map of ${typeWords(type.values.type)}`;
    default:
      return type.kind;
  }
}

function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}

/** Text in a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
