import type { JsonObject } from "../../../packages/base/json/json.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { packageNames } from "../../../packages/base/package-names.ts";
import type { CatalogDocument } from "../../contract/documents/catalog/catalog.ts";
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { Cel } from "../../engine/expressions/cel.ts";
import { constructionOrder, declarationOf, isOfStack, providersOnly, referencesIn } from "../program-parts.ts";
import { pythonConfig } from "./python-config.ts";
import { laidOut } from "./python-layout.ts";
import { pythonWord } from "./python-names.ts";
import { lookupCall, providerCall, resourceCall, typeOfNode } from "./python-statements.ts";
import { pythonString } from "./python-text.ts";
import { pythonValue, type Scope } from "./python-values.ts";
import { pythonVariables } from "./python-variables.ts";

/**
 * A program that declares what a declaration says. `cel` must be there where an expression computes. Things come in an
 * order in which each follows what it names; nothing is left out, except what stands in a circle.
 */
export function pythonProgram(declaration: Declaration, catalog: CatalogDocument, cel: Cel | null): string {
  const variables = pythonVariables(declaration, catalog);
  const used = usedNames(declaration, cel);
  const scope: Scope = {
    cel,
    rootOf: (reference) => {
      if (isOfStack(reference, declaration)) return undefined;
      if (reference.kind === "config") {
        const variable = variables.of("config", reference.name);
        const type = declaration.config[reference.name]?.type;
        return variable === undefined || type === undefined
          ? undefined
          : { variable, type: pythonConfig.shapeOf(type), isOutput: true };
      }
      const section = Object.hasOwn(declaration.lookups, reference.name) ? "lookups" : "resources";
      const variable = variables.of(section, reference.name);
      const type = typeOfNode(declaration, reference.name, catalog);
      return variable === undefined || type === undefined
        ? undefined
        : { variable, type, isOutput: section === "lookups" };
    },
  };
  const place = { declaration, catalog, scope, variables };
  const config = Object.entries(declaration.config).map(([name, entry]) =>
    assigned(
      used.has(`config.${name}`) ? variables.of("config", name) : undefined,
      pythonConfig.call(name, entry, scope),
    ),
  );
  const constructed = constructionOrder(declaration, cel).map(({ section, name }) => {
    const call =
      section === "providers"
        ? providerCall(name, place)
        : section === "lookups"
          ? lookupCall(name, place)
          : resourceCall(name, place);
    return assigned(used.has(`${section}.${name}`) ? variables.of(section, name) : undefined, call);
  });
  const outputs = Object.entries(declaration.outputs).map(([name, value]) =>
    laidOut({
      open: "plumb.export(",
      items: [
        ["", pythonString(name)],
        ["", pythonValue(value, undefined, scope)],
      ],
      close: ")",
    }),
  );
  const body = [
    [
      `plumb.project(${pythonString(declaration.name)})`,
      ...(config.length === 0 ? [] : ["config = plumb.Config()", ...config]),
    ],
    ...constructed.map((statement) => [statement]),
    outputs,
  ].filter((lines) => lines.length > 0);
  const text = body.map((lines) => lines.join("\n")).join("\n\n");
  return `${importLines(text, declaration)}\n\n${text}\n`;
}

/** Entries of `resources` as a program declares them, with the imports that they need. */
export function pythonStatements(resources: JsonObject, catalog: CatalogDocument, cel: Cel | null): string {
  const declaration = declarationOf(resources);
  const scope: Scope = { cel, rootOf: () => undefined };
  // Providers are called what a whole program would call them.
  const named = pythonVariables(providersOnly(declaration), catalog);
  const place = { declaration, catalog, scope, variables: named };
  const text = Object.keys(declaration.resources)
    .map((name) => laidOut(resourceCall(name, place)))
    .join("\n\n");
  return `${importLines(text, declaration)}\n\n${text}\n`;
}

function assigned(variable: string | undefined, call: Parameters<typeof laidOut>[0]): string {
  return laidOut(call, variable === undefined ? "" : `${variable} = `);
}

/** What is named by something else, and so needs a variable. */
function usedNames(declaration: Declaration, cel: Cel | null): ReadonlySet<string> {
  const { config: _, ...rest } = declaration;
  const references = referencesIn(jsonOf(rest), cel)
    .filter((reference) => !isOfStack(reference, declaration))
    .map(({ kind, name }) => (kind === "config" ? `config.${name}` : keyOf(name)));
  const options = [...Object.values(declaration.resources), ...Object.values(declaration.lookups)].flatMap(
    ({ options: { dependsOn, parent, deletedWith, provider } }) => [
      ...[dependsOn, parent, deletedWith].flat().flatMap((each) => (typeof each === "string" ? [keyOf(each)] : [])),
      ...(typeof provider === "string" ? [`providers.${provider}`] : []),
    ],
  );
  return new Set([...references, ...options]);

  function keyOf(name: string): string {
    return `${Object.hasOwn(declaration.lookups, name) ? "lookups" : "resources"}.${name}`;
  }
}

const { pythonModule } = packageNames;

function importLines(text: string, { resources, lookups, providers }: Declaration): string {
  const tokens = [
    ...Object.values(resources).map(({ type }) => type),
    ...Object.values(lookups).map((each) => each.function),
  ];
  const modules = [
    ...tokens.map((token) => token.slice(0, token.indexOf(":"))),
    ...Object.values(providers).map(({ kind }) => kind),
  ];
  const used = [...new Set(modules.map(pythonWord))].sort();
  return [
    ...(text.includes("plumb.") ? [`import ${pythonModule} as plumb`] : []),
    ...(used.length === 0 ? [] : [`from ${pythonModule} import ${used.join(", ")}`]),
  ].join("\n");
}
