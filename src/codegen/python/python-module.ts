import type { packageNames } from "../../../packages/base/package-names.ts";
import type { CatalogFunction, CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import { type ExampleOf, noExample } from "../pages/example-programs.ts";
import { baseName } from "../shape-names.ts";
import { allShapes, type Shape, type ShapeType } from "../shapes.ts";
import { respelling } from "./python-docs.ts";
import { functionDefinitions, functionShapes, wordOf } from "./python-function.ts";
import { pythonNames, pythonWord } from "./python-names.ts";
import { resourceClasses, resourceShapes } from "./python-resource.ts";
import { argsClasses, readClasses, viewClasses } from "./python-shapes.ts";
import { docstring, type Lines, pythonText } from "./python-text.ts";
import { objectName } from "./python-types.ts";

/** The types of one namespace, and the tokens under which declarations name them. */
export interface PythonModule {
  readonly description: string;
  readonly definitions: readonly (CatalogResource | CatalogFunction)[];
  readonly tokenOf: (definition: CatalogResource | CatalogFunction) => string;
  /** Where the runtime is found: `.` inside the package, the name of the package from another one. */
  readonly runtime: "." | `${typeof packageNames.pythonModule}.`;
  /** What docstrings have as examples; none when left out. */
  readonly exampleOf?: ExampleOf;
}

const typingNames = [
  "Any",
  "List",
  "Literal",
  "Mapping",
  "NoReturn",
  "Optional",
  "Sequence",
  "TypedDict",
  "Union",
  "overload",
];

const runtimeNames: Readonly<Record<string, readonly string[]>> = {
  lookup: ["invoke", "invoke_output"],
  options: ["InvokeOptions", "ResourceOptions"],
  output: ["Input", "ListOutput", "MapOutput", "ObjectOutput", "Output"],
  provider: ["ProviderResource"],
  resource: ["CustomResource"],
  shapes: ["Args", "ListShape", "MapShape", "ObjectShape", "Record", "UnionShape"],
  typing_extras: ["Listing"],
};

/** The text of a module with all types of a namespace. */
export function pythonModule(module: PythonModule): string {
  const { description, definitions, tokenOf, runtime, exampleOf = noExample } = module;
  const known = definitions.map((definition) =>
    definition.kind === "resource"
      ? { definition, taken: resourceShapes(definition).inputs, given: resourceShapes(definition).outputs }
      : { definition, ...functionShapes(definition) },
  );
  const written = new Set<string>();
  const body: (string | Lines)[] = [];
  const names: string[] = [];
  const once = (name: string, lines: Lines): void => {
    if (written.has(name) || lines.length === 0) return;
    written.add(name);
    body.push("", "", ...lines);
  };
  for (const { definition, taken, given } of known) {
    const respell = respelling(spelledFields([taken, given]));
    const isFunction = definition.kind === "function";
    for (const shape of allShapes(given)) {
      for (const field of shape.fields) once(viewName(field.type), trimmed(viewClassesBefore(field.type)));
      if (isFunction || shape.name !== given.name) once(shape.name, readClasses(shape, respell));
    }
    if (definition.kind === "resource") {
      for (const shape of allShapes(taken)) {
        if (shape.name !== taken.name) once(`${shape.name}Args`, argsClasses(shape, respell));
      }
      once(`${taken.name}()`, resourceClasses(definition, tokenOf(definition), respell, exampleOf));
      names.push(baseName(definition.type));
    } else {
      once(`${given.name}()`, functionDefinitions(definition, tokenOf(definition), respell));
      for (const token of [definition.type, ...definition.aliases])
        names.push(pythonWord(wordOf(token)), `${pythonWord(wordOf(token))}_output`);
    }

    function viewClassesBefore(type: ShapeType): Lines {
      return viewClasses(type, respell);
    }
  }
  const text = pythonText(trimmed(body));
  const classes = [...text.matchAll(/^class ([A-Z]\w*)/gm)].map(([, name]) => name ?? "");
  return moduleText(description, text, [...new Set([...classes, ...names])].sort(), runtime);
}

/** A module: docstring, imports of what its text mentions, `__all__`, and the text. */
export function moduleText(
  description: string,
  text: string,
  names: readonly string[],
  runtime: PythonModule["runtime"],
): string {
  const code = text.replace(/"""[\s\S]*?"""/g, "");
  const mentions = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
  const typing = typingNames.filter(mentions);
  const imports = Object.entries(runtimeNames).flatMap(([module, all]) => {
    const used = all.filter(mentions);
    return used.length === 0 ? [] : [`from ${runtime}${module} import ${used.join(", ")}`];
  });
  return [
    pythonText(["# Generated from the definitions of plumb: `npm run generate`.", ...docstring([description], 0), ""]),
    pythonText(["from __future__ import annotations", ""]),
    ...(typing.length === 0 ? [] : [pythonText([`from typing import ${typing.join(", ")}`, ""])]),
    pythonText([...imports, "", "__all__ = [", names.map((name) => `"${name}",`), "]", "", ""]),
    text,
  ].join("");
}

/** The Python name of every field inside some shapes. */
function spelledFields(shapes: readonly Shape[]): ReadonlyMap<string, string> {
  return new Map(
    shapes.flatMap(allShapes).flatMap((shape) => [...pythonNames(shape.fields.map((field) => field.name))]),
  );
}

function viewName(type: ShapeType): string {
  if (type.kind === "list") return `${objectName(type.items)}[]`;
  return type.kind === "union" ? `${objectName(type)}|` : "";
}

function trimmed(lines: Lines): Lines {
  let [start, end] = [0, lines.length];
  while (start < end && lines[start] === "") start += 1;
  while (end > start && lines[end - 1] === "") end -= 1;
  return lines.slice(start, end);
}
