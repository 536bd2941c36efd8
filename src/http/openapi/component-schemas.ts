import { components } from "../../contract/components.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { schemasOfTypes } from "./schemas-of-types.ts";

/** All schemas of the description, by name: those of the API's own documents, and those of the types. */
export function componentSchemas(catalog: Catalog): Readonly<Record<string, JsonSchema>> {
  const all = {
    ...Object.fromEntries(components.map(({ name, schema }) => [name, schema])),
    ...schemasOfTypes(catalog),
  };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
