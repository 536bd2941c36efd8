import { ownThreadChecker } from "../../../check-threads/own-thread-checker.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import type { Schema, StringSchema } from "../../../definitions/schema/schema.ts";
import type { Deployment } from "../deployment.ts";

/** The deployment as another version of the program has it. */
export function withCatalog<T extends Deployment>(deployment: T, catalog: Catalog): T {
  return { ...deployment, catalog, checker: ownThreadChecker(catalog) };
}

/** The catalog of a version that has other words for the field `description` of a resource. */
export function withDescription(catalog: Catalog, type: string, words: Partial<StringSchema>): Catalog {
  const definition = catalog.resources[type];
  const before = definition?.inputs.properties["description"];
  if (definition === undefined || before === undefined) throw new Error(`there is no description of ${type}`);
  const description = { ...before, ...words } as Schema;
  const inputs = { ...definition.inputs, properties: { ...definition.inputs.properties, description } };
  return { ...catalog, resources: { ...catalog.resources, [type]: { ...definition, inputs } } };
}
