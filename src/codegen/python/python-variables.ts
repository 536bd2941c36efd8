import type { CatalogDocument } from "../../contract/documents/catalog/catalog.ts";
import type { Declaration } from "../../engine/declare/declaration.ts";
import { moduleNames } from "../members-at.ts";
import { pythonWord } from "./python-names.ts";

type Section = "config" | "providers" | "resources" | "lookups";

/** Names of variables in a program. */
export interface PythonVariables {
  readonly of: (section: Section, name: string) => string | undefined;
}

/** What programs call something else already. */
const taken: readonly string[] = [
  ...["plumb", "config"],
  ...[
    "all",
    "dict",
    "format",
    "id",
    "input",
    "int",
    "list",
    "map",
    "max",
    "min",
    "object",
    "open",
    "print",
    "set",
    "str",
  ],
  ...[
    "sum",
    "type",
    "filter",
    "hash",
    "help",
    "iter",
    "len",
    "next",
    "range",
    "repr",
    "round",
    "sorted",
    "tuple",
    "zip",
  ],
];

const suffixes: Readonly<Record<Section, string>> = {
  config: "value",
  providers: "provider",
  resources: "resource",
  lookups: "lookup",
};

/** A variable for everything that a declaration names, each its own. */
export function pythonVariables(declaration: Declaration, catalog: CatalogDocument): PythonVariables {
  const used = new Set([...taken, ...moduleNames(catalog).map(pythonWord)]);
  const variables = new Map<string, string>();
  for (const section of ["resources", "lookups", "config", "providers"] as const) {
    for (const name of Object.keys(declaration[section])) {
      const word = pythonWord(name).replace(/^(?=\d)/, "_");
      let variable = used.has(word) ? `${word}_${suffixes[section]}` : word;
      for (let count = 2; used.has(variable); count += 1) variable = `${word}_${suffixes[section]}_${count}`;
      used.add(variable);
      variables.set(`${section}.${name}`, variable);
    }
  }
  return { of: (section, name) => variables.get(`${section}.${name}`) };
}
