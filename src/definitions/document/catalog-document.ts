import { digest } from "../../../packages/base/digest.ts";
import { jsonOf } from "../../../packages/base/json/plain.ts";
import { memoized } from "../../../packages/base/memoized.ts";
import type {
  CatalogDocument,
  CatalogFunction,
  CatalogProvider,
  CatalogResource,
} from "../../contract/documents/catalog/catalog.ts";
import type { Catalog, FunctionDefinition, ProviderDefinition, ResourceDefinition } from "../schema/definition.ts";
import { documentField, documentFields } from "./document-value.ts";

/** All that can be declared, as a document: a fact of the definitions, in their order (decision 0082). */
export const catalogDocument: (catalog: Catalog) => CatalogDocument = memoized((catalog: Catalog) => {
  const content = {
    resources: Object.values(catalog.resources).map(resourceDocument),
    functions: [...new Set(Object.values(catalog.functions))].map(functionDocument),
    providers: Object.values(catalog.providers).map(providerDocument),
  };
  return { digest: digest(jsonOf(content)), ...content };
});

function resourceDocument(definition: ResourceDefinition): CatalogResource {
  const { inputs, outputs, responses = {}, identity, rights = [], examples = [], ...rest } = definition;
  const told = { ...outputs, properties: { ...responses, ...outputs.properties } };
  return {
    ...rest,
    inputs: documentFields(inputs),
    outputs: documentFields(told),
    identity: { ...identity, renamed: identity.renamed ?? [] },
    rights,
    examples,
  };
}

function functionDocument(definition: FunctionDefinition): CatalogFunction {
  const { arguments: taken, result, needsOfProvider = [], examples = [], ...rest } = definition;
  return { ...rest, needsOfProvider, arguments: documentFields(taken), result: documentFields(result), examples };
}

function providerDocument({
  fields,
  hostLevels = [],
  takesOAuthClients,
  knownElsewhereAs = [],
  ...rest
}: ProviderDefinition): CatalogProvider {
  return {
    ...rest,
    takesOAuthClients: takesOAuthClients === true,
    knownElsewhereAs,
    hostLevels,
    fields: Object.entries(fields).map(
      ([name, { schema, environment, aliases = [], ofCalls, default: otherwise }]) => ({
        field: documentField(name, schema, false),
        environment,
        aliases,
        ofCalls: ofCalls === true,
        ...(otherwise === undefined ? {} : { default: otherwise }),
      }),
    ),
  };
}
