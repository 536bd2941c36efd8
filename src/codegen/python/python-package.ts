import type { CatalogDocument, CatalogFunction, CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import { inDefaultVersion } from "../members-at.ts";
import { type ExampleOf, noExample } from "../pages/example-programs.ts";
import { moduleText, pythonModule } from "./python-module.ts";
import { pythonWord } from "./python-names.ts";
import { providerClass } from "./python-provider.ts";
import { pythonText } from "./python-text.ts";

/** Every generated file of the SDK for Python, by path from the package's folder. */
export function pythonPackageFiles(
  catalog: CatalogDocument,
  exampleOf: ExampleOf = noExample,
): Readonly<Record<string, string>> {
  const definitions = [...catalog.resources, ...catalog.functions].map(inDefaultVersion);
  const namespaces = Map.groupBy(definitions, namespaceOf);
  const modules = [...namespaces].map(([namespace, members]): [string, string] => [
    `${pythonWord(namespace)}.py`,
    pythonModule({
      description: `Types of the namespace \`${namespace}\`: ${members.map((each) => each.title).join(", ")}.`,
      definitions: members,
      tokenOf: (definition) => definition.type,
      runtime: ".",
      exampleOf,
    }),
  ]);
  const providers = catalog.providers.map((definition): [string, string] => [
    `${pythonWord(definition.type)}.py`,
    moduleText(`The provider of ${definition.title}.`, pythonText(providerClass(definition)), ["Provider"], "."),
  ]);
  return Object.fromEntries([...modules, ...providers].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `iam:OAuthClient` -> `iam`. */
function namespaceOf({ type }: CatalogResource | CatalogFunction): string {
  return type.slice(0, type.indexOf(":"));
}
