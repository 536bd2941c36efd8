import type { CatalogType } from "../../../contract/documents/catalog/catalog-values.ts";
import type { FieldType } from "../../../contract/documents/catalog/resource-types.ts";

/** What a field's value is, for machines: JSON types, down to where the fields of an object begin. */
export function fieldType(type: CatalogType): FieldType {
  switch (type.kind) {
    case "text":
      return { type: "string", ...(type.format === undefined ? {} : { format: type.format }) };
    case "list":
      return { type: "array", items: fieldType(type.items.type) };
    case "map":
      return { type: "object", additionalProperties: fieldType(type.values.type) };
    case "object":
    case "union":
      return { type: "object" };
    default:
      return { type: type.kind };
  }
}
