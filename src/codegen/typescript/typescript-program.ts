import type { JsonObject } from "../../../packages/base/json/json.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { packageNames } from "../../../packages/base/package-names.ts";
import type { CatalogDocument } from "../../contract/documents/catalog/catalog.ts";
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { Cel } from "../../engine/expressions/cel.ts";
import { moduleNames } from "../members-at.ts";
import { constructionOrder, declarationOf, isOfStack, providersOnly, referencesIn } from "../program-parts.ts";
import { type Code, codeText } from "./typescript-layout.ts";
import {
  configCall,
  configType,
  lookupCall,
  providerCall,
  resourceCall,
  type TypescriptPlace,
  typeOfNode,
} from "./typescript-statements.ts";
import { typescriptValue } from "./typescript-values.ts";

/**
 * A program that declares what a declaration says. `cel` must be there where an expression computes. Things come in an
 * order in which each follows what it names; what stands in a circle is left out.
 */
export function typescriptProgram(declaration: Declaration, catalog: CatalogDocument, cel: Cel | null): string {
  const variables = variablesOf(declaration, catalog);
  const used = usedKeys(declaration, cel);
  const place: TypescriptPlace = {
    declaration,
    catalog,
    variableOf: (section, name) => variables.get(`${section}.${name}`),
    scope: {
      cel,
      rootOf: (reference) => {
        if (isOfStack(reference, declaration)) return undefined;
        const { kind, name } = reference;
        const key = kind === "config" ? `config.${name}` : keyOf(declaration, name);
        const config = declaration.config[name];
        const type =
          kind === "node"
            ? typeOfNode(declaration, name, catalog)
            : config === undefined
              ? undefined
              : configType(config.type);
        const variable = variables.get(key);
        return variable === undefined || type === undefined ? undefined : { variable, type };
      },
    },
  };
  const assigned = (key: string, code: Code): string =>
    `${codeText(code, used.has(key) ? `const ${variables.get(key)} = ` : "")};`;
  const config = Object.entries(declaration.config).map(([name, entry]) =>
    assigned(`config.${name}`, configCall(name, entry)),
  );
  const calls = { providers: providerCall, resources: resourceCall, lookups: lookupCall };
  const constructed = constructionOrder(declaration, cel).map(({ section, name }) =>
    assigned(`${section}.${name}`, calls[section](name, place)),
  );
  const body = [
    [
      `project(${JSON.stringify(declaration.name)});`,
      ...(config.length === 0 ? [] : ["const config = new Config();", ...config]),
    ],
    ...constructed.map((statement) => [statement]),
    outputLines(declaration, place),
  ].filter((lines) => lines.length > 0);
  const text = body.map((lines) => lines.join("\n")).join("\n\n");
  return `${importLine(text, catalog)}\n\n${text}\n`;
}

/** One resource as a program declares it, with the import that it needs. */
export function typescriptStatements(resources: JsonObject, catalog: CatalogDocument, cel: Cel | null): string {
  const declaration = declarationOf(resources);
  // Providers are called what a whole program would call them.
  const named = variablesOf(providersOnly(declaration), catalog);
  const place: TypescriptPlace = {
    declaration,
    catalog,
    scope: { cel, rootOf: () => undefined },
    variableOf: (section, name) => named.get(`${section}.${name}`),
  };
  const text = Object.keys(declaration.resources)
    .map((name) => `${codeText(resourceCall(name, place))};`)
    .join("\n\n");
  return `${importLine(text, catalog)}\n\n${text}\n`;
}

/** Outputs are exports; one whose name can't be a variable's is renamed as it is exported. */
function outputLines({ outputs }: Declaration, { scope, catalog }: TypescriptPlace): readonly string[] {
  const imported = importedBy(catalog);
  return Object.entries(outputs).map(([name, value], index) => {
    const code = typescriptValue(value, undefined, scope);
    if (/^[A-Za-z_]\w*$/.test(name) && !reserved.has(name) && !imported.has(name))
      return `${codeText(code, `export const ${name} = `)};`;
    const variable = `output${index + 1}`;
    return `${codeText(code, `const ${variable} = `)};\nexport { ${variable} as ${JSON.stringify(name)} };`;
  });
}

function usedKeys(declaration: Declaration, cel: Cel | null): ReadonlySet<string> {
  const { config: _, ...rest } = declaration;
  const references = referencesIn(jsonOf(rest), cel)
    .filter((reference) => !isOfStack(reference, declaration))
    .map(({ kind, name }) => (kind === "config" ? `config.${name}` : keyOf(declaration, name)));
  const options = [...Object.values(declaration.resources), ...Object.values(declaration.lookups)].flatMap(
    ({ options: { dependsOn, parent, deletedWith, provider } }) => [
      ...[dependsOn, parent, deletedWith]
        .flat()
        .flatMap((each) => (typeof each === "string" ? [keyOf(declaration, each)] : [])),
      ...(typeof provider === "string" ? [`providers.${provider}`] : []),
    ],
  );
  return new Set([...references, ...options]);
}

function keyOf({ lookups }: Declaration, name: string): string {
  return `${Object.hasOwn(lookups, name) ? "lookups" : "resources"}.${name}`;
}

const reserved: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected
  public return static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/** What the imports may be called. */
function importedBy(catalog: CatalogDocument): ReadonlySet<string> {
  return new Set(["cel", "Config", "config", "interpolate", "project", ...moduleNames(catalog)]);
}

const suffixes = { config: "Value", providers: "Provider", resources: "Resource", lookups: "Lookup" } as const;

/** A variable for everything that a declaration names, each its own. */
function variablesOf(declaration: Declaration, catalog: CatalogDocument): ReadonlyMap<string, string> {
  // Exports are variables of the module as well.
  const taken = new Set([...reserved, ...importedBy(catalog), ...Object.keys(declaration.outputs)]);
  const variables = new Map<string, string>();
  for (const section of ["resources", "lookups", "config", "providers"] as const) {
    for (const name of Object.keys(declaration[section])) {
      const word = name.replace(/[-_]+(.)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, "");
      let variable = taken.has(word) || word === "" ? `${word}${suffixes[section]}` : word;
      for (let count = 2; taken.has(variable); count += 1) variable = `${word}${suffixes[section]}${count}`;
      taken.add(variable);
      variables.set(`${section}.${name}`, variable);
    }
  }
  return variables;
}

function importLine(text: string, catalog: CatalogDocument): string {
  const used = moduleNames(catalog).filter((each) => new RegExp(`(?<![\\w."'])${each}\\.\\w+(\\.get)?\\(`).test(text));
  const functions = [
    ...(text.includes("new Config()") ? ["Config"] : []),
    ...(/\bcel[<`]/.test(text) ? ["cel"] : []),
    ...(text.includes("interpolate`") ? ["interpolate"] : []),
    ...(text.startsWith("project(") ? ["project"] : []),
  ];
  const names = [...used, ...functions].sort();
  return codeText({
    open: "import {",
    items: names.map((name) => ["", name] as const),
    close: `} from "${packageNames.typescript}";`,
  });
}
