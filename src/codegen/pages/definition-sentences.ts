import type { CatalogFunction, CatalogResource } from "../../contract/documents/catalog/catalog.ts";

/** What a resource or function is, a sentence each. */
export function definitionSentences(definition: CatalogResource | CatalogFunction): readonly string[] {
  const { description, section } = definition;
  return [description, `Section ${section} of the specification.`];
}
