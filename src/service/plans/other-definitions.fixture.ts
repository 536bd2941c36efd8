import type { Catalog } from "../../definitions/schema/definition.ts";
import type { Schema, StringSchema } from "../../definitions/schema/schema.ts";

/** The catalog of a version that has other words for the field `description` of a resource. */
export function withDescription(catalog: Catalog, type: string, words: Partial<StringSchema>): Catalog {
  const definition = catalog.resources[type];
  const before = definition?.inputs.properties["description"];
  if (definition === undefined || before === undefined) throw new Error(`there is no description of ${type}`);
  const description = { ...before, ...words } as Schema;
  const inputs = { ...definition.inputs, properties: { ...definition.inputs.properties, description } };
  return { ...catalog, resources: { ...catalog.resources, [type]: { ...definition, inputs } } };
}
