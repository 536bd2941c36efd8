import type { Catalog } from "../../../definitions/schema/definition.ts";
import type { JsonSchema } from "../../api/json-schema.ts";
import { objectSchemas } from "../../api/schemas/object-schemas.ts";
import { problemSchemas } from "../../api/schemas/problem-schemas.ts";
import { requestSchemas } from "../../api/schemas/request-schemas.ts";
import { runSchemas } from "../../api/schemas/run-schemas.ts";
import { serviceSchemas } from "../../api/schemas/service-schemas.ts";
import { stackSchemas } from "../../api/schemas/stack-schemas.ts";
import { schemasOfTypes } from "./schemas-of-types.ts";

/** All schemas of the description, by name: those of the API's own documents, and those of the types. */
export function componentSchemas(catalog: Catalog): Readonly<Record<string, JsonSchema>> {
  const all = {
    ...problemSchemas,
    ...requestSchemas,
    ...runSchemas,
    ...serviceSchemas,
    ...stackSchemas,
    ...objectSchemas,
    ...schemasOfTypes(catalog),
  };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
