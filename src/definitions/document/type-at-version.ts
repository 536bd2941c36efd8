import type { CatalogFunction, CatalogResource } from "../../contract/documents/catalog/catalog.ts";
import type { CatalogField, CatalogType, CatalogValue } from "../../contract/documents/catalog/catalog-values.ts";
import { isInVersion } from "../schema/at-version.ts";

/** A type as one of its interface versions has it: without the fields that the version does not know. */
export function typeAtVersion<T extends CatalogResource | CatalogFunction>(type: T, version: string): T {
  return type.kind === "resource"
    ? { ...type, inputs: fieldsAt(type.inputs, version), outputs: fieldsAt(type.outputs, version) }
    : { ...type, arguments: fieldsAt(type.arguments, version), result: fieldsAt(type.result, version) };
}

function fieldsAt(fields: readonly CatalogField[], version: string): readonly CatalogField[] {
  return fields
    .filter((field) => isInVersion(field, version))
    .map((field) => ({ ...field, type: valueTypeAt(field.type, version) }));
}

function valueAt(value: CatalogValue, version: string): CatalogValue {
  return { ...value, type: valueTypeAt(value.type, version) };
}

function valueTypeAt(type: CatalogType, version: string): CatalogType {
  switch (type.kind) {
    case "list":
      return { ...type, items: valueAt(type.items, version) };
    case "map":
      return { ...type, values: valueAt(type.values, version) };
    case "object":
      return { ...type, fields: fieldsAt(type.fields, version) };
    case "union": {
      const variants = type.variants.filter((variant) => isInVersion(variant, version));
      return { ...type, variants: variants.map((variant) => valueAt(variant, version)) };
    }
    default:
      return type;
  }
}
