import type { CatalogDocument, CatalogProvider } from "../../contract/documents/catalog/catalog.ts";
import { kindsOf, type MemberAt, membersAt, namespacesOf } from "../members-at.ts";
import { type ExampleOf, noExample } from "../pages/example-programs.ts";
import { fieldSentences } from "../pages/field-sentences.ts";
import { shapeOf } from "../shapes.ts";
import { namespaceModule } from "./typescript-module.ts";
import { commented, fileText } from "./typescript-text.ts";
import { fieldLine } from "./typescript-types.ts";

/** Files of a package, by path inside it. */
export type PackageFiles = Readonly<Record<string, string>>;

const notice =
  "// Generated from the resource definitions by `npm run generate`; changes are lost.\n" +
  "// biome-ignore-all format: lines are broken by the generator";

/** The generated modules of the default package: a namespace each, and a provider each. */
export function typescriptModules(catalog: CatalogDocument, exampleOf: ExampleOf = noExample): PackageFiles {
  const modules = namespacesOf([...catalog.resources, ...catalog.functions]).flatMap((namespace) => {
    const members = membersAt(catalog, namespace, undefined);
    if (!members.ok) return [];
    const header = [notice, ...importLines(members.value)];
    return [[`${namespace}.ts`, namespaceModule(members.value, header, "source", exampleOf)]];
  });
  const providers = catalog.providers.map((provider) => [`${provider.type}.ts`, providerModule(provider)]);
  return Object.fromEntries([...modules, ...providers]);
}

function importLines(members: readonly MemberAt[]): readonly string[] {
  const { resources, functions } = kindsOf(members);
  const options = [...(functions ? ["LookupOptions"] : []), "ReadOptions", ...(resources ? ["ResourceOptions"] : [])];
  return [
    'import type { Input, Output } from "../outputs/output.ts";',
    ...(functions ? ['import { declareLookup, type LookupFunction, lookUp } from "../resources/lookup.ts";'] : []),
    `import type { ${options.join(", ")} } from "../resources/options.ts";`,
    ...(resources ? ['import { existing, Resource } from "../resources/resource.ts";'] : []),
  ];
}

function providerModule({ type, title, description, fields }: CatalogProvider): string {
  const args = shapeOf(
    type,
    "ProviderArgs",
    fields.map(({ field }) => field),
  );
  const environments = new Map(fields.map(({ field, environment }) => [field.name, environment]));
  return fileText([
    notice,
    'import type { Input } from "../outputs/output.ts";',
    'import { Provider as ProviderInstance, type ProviderOptions } from "../resources/provider.ts";',
    "",
    ...commented([`Where ${title} resources go, and what they are given when they leave it out.`]),
    "export interface ProviderArgs {",
    ...args.fields.flatMap((field) => [
      ...commented([...fieldSentences(field.value), ...environmentSentences(environments.get(field.name) ?? [])], "  "),
      `  ${fieldLine(field, "input")}`,
    ]),
    "}",
    "",
    ...commented([`A ${title} provider. ${description}`]),
    `export class Provider extends ProviderInstance<${JSON.stringify(type)}> {`,
    ...commented(["`name` is its key under `providers`."], "  "),
    "  constructor(name: string, args: ProviderArgs = {}, options: ProviderOptions = {}) {",
    `    super(${JSON.stringify(type)}, name, args, options);`,
    "  }",
    "}",
  ]);
}

function environmentSentences(variables: readonly string[]): readonly string[] {
  return variables.length === 0 ? [] : [`Left out: the environment variable ${variables.join(", else ")}.`];
}
