import type { CatalogFunction } from "../../contract/documents/catalog/catalog.ts";
import { baseName, capitalized } from "../shape-names.ts";
import { type Shape, shapeOf } from "../shapes.ts";
import { fieldDocs, type Respell } from "./python-docs.ts";
import { pythonWord } from "./python-names.ts";
import { namesOf, objectShape } from "./python-shapes.ts";
import { docstring, type Lines, pythonString } from "./python-text.ts";
import { inputType, readType } from "./python-types.ts";

/** What a function takes, and what it gives, as shapes; of the result every field is there. */
export function functionShapes(definition: CatalogFunction): { readonly taken: Shape; readonly given: Shape } {
  const { type, result } = definition;
  const given = result.map((field) => ({ ...field, required: true }));
  const description = `The result of \`${pythonWord(wordOf(type))}\`.`;
  return {
    taken: shapeOf(type, baseName(type), definition.arguments),
    given: shapeOf(type, `${capitalized(wordOf(type))}Result`, given, description),
  };
}

/** The plain function and the one that takes and gives outputs, under its name and its aliases. */
export function functionDefinitions(definition: CatalogFunction, token: string, respell: Respell): Lines {
  const { taken, given } = functionShapes(definition);
  const name = pythonWord(wordOf(definition.type));
  const constant = `_${name.toUpperCase()}`;
  const [open, ...rest] = objectShape(taken, "Args");
  const short = [definition.type, ...definition.aliases].map(baseName).at(-1) ?? "";
  const shortName = short.charAt(0).toLowerCase() + short.slice(1);
  const named = namesOf(taken);
  const fields: Lines = [
    "{",
    taken.fields.map((field) => `"${named.get(field.name)}": ${named.get(field.name)},`),
    "},",
  ];
  const doc = (gives: string): readonly string[] => [
    definition.description,
    "",
    `Section ${definition.section} of the specification. Interface version ${definition.versions.default}. ${gives}`,
    ...(definition.versions.others.length === 0 ? [] : [`Other versions: ${definition.versions.others.join(", ")}.`]),
    "",
    "Args:",
    ...fieldDocs(taken, named, respell),
    "    opts: What is said besides the arguments.",
  ];
  const parameters = (typeOf: (field: Shape["fields"][number]) => string): Lines =>
    taken.fields.map((field) => `${named.get(field.name)}: ${typeOf(field)}${field.required ? "" : " = None"},`);
  return [
    `${constant} = ${String(open)}`,
    ...rest,
    "",
    "",
    `def ${name}(`,
    [
      ...parameters((field) => readType(field.type)),
      `opts: Optional[InvokeOptions[Literal[${pythonString(definition.provider)}]]] = None,`,
    ],
    `) -> ${given.name}:`,
    [
      ...docstring(doc("Reads at once, while the program runs."), 1),
      "return invoke(",
      [pythonString(`${token}`), pythonString(definition.provider), constant].map((each) => `${each},`),
      fields,
      [`${given.name},`, "opts,"],
      ")",
    ],
    "",
    "",
    `def ${name}_output(`,
    [
      ...parameters((field) => inputType(field.type, !field.required)),
      `opts: Optional[InvokeOptions[Literal[${pythonString(definition.provider)}]]] = None,`,
    ],
    `) -> ${given.name}Output:`,
    [
      ...docstring(doc("Part of the declaration: takes outputs, and gives the result as an output."), 1),
      "return invoke_output(",
      [pythonString(token), pythonString(definition.provider), pythonString(shortName), constant].map(
        (each) => `${each},`,
      ),
      fields,
      [`${given.name}Output,`, `${given.name}._shape,`, "opts,"],
      ")",
    ],
    "",
    "",
    ...definition.aliases.flatMap((alias) => {
      const other = pythonWord(wordOf(alias));
      return [`${other} = ${name}`, `${other}_output = ${name}_output`];
    }),
  ];
}

/** `migrate:getX` -> `getX`. */
export function wordOf(token: string): string {
  return token.slice(token.indexOf(":") + 1);
}
