import type { FieldType } from "../contract/documents/resource-types.ts";
import type { Schema } from "../definitions/schema/schema.ts";

/** What a field's value is, for machines: JSON types, down to where the fields of an object begin. */
export function fieldType(schema: Schema): FieldType {
  if ("oneOf" in schema) return { type: "object" };
  switch (schema.type) {
    case "string":
      return { type: "string", ...(schema.format === undefined ? {} : { format: schema.format }) };
    case "array":
      return { type: "array", items: fieldType(schema.items) };
    case "object":
      return {
        type: "object",
        ...("properties" in schema ? {} : { additionalProperties: fieldType(schema.additionalProperties) }),
      };
    default:
      return { type: schema.type };
  }
}
