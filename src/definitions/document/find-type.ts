import type {
  CatalogDocument,
  CatalogFunction,
  CatalogProvider,
  CatalogResource,
} from "../../contract/documents/catalog/catalog.ts";

export function resourceNamed({ resources }: CatalogDocument, token: string): CatalogResource | undefined {
  return resources.find(({ type }) => type === token);
}

/** By its token or an alias. */
export function functionNamed({ functions }: CatalogDocument, token: string): CatalogFunction | undefined {
  return functions.find(({ type, aliases }) => type === token || aliases.includes(token));
}

export function providerNamed({ providers }: CatalogDocument, kind: string): CatalogProvider | undefined {
  return providers.find(({ type }) => type === kind);
}
