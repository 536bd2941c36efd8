import type { CatalogField, CatalogType, CatalogValue } from "../../contract/documents/catalog/catalog-values.ts";
import type { ObjectSchema, Schema, StringSchema } from "../schema/schema.ts";

/** The fields of an object, in the order of its definition. */
export function documentFields({ properties, required = [] }: ObjectSchema): readonly CatalogField[] {
  const given = new Set(required);
  return Object.entries(properties).map(([name, schema]) => documentField(name, schema, given.has(name)));
}

export function documentField(name: string, schema: Schema, required: boolean): CatalogField {
  return { name, required, ...documentValue(schema) };
}

/** What a definition says of the values in a place. */
function documentValue(schema: Schema): CatalogValue {
  const { replace, immutable, secret, precondition, volatile, followsWrites, composed } = schema;
  const { drift, absentMeans, reference, vendorRefusesUpdate, vendorLimits = [], since, until } = schema;
  return {
    type: documentType(schema),
    description: schema.description ?? "",
    ...(replace === undefined ? {} : { replace }),
    ...(immutable === undefined ? {} : { immutable }),
    ...(secret === undefined ? {} : { secret }),
    ...(precondition === undefined ? {} : { precondition }),
    ...(volatile === undefined ? {} : { volatile }),
    ...(followsWrites === undefined ? {} : { followsWrites }),
    ...(composed === undefined ? {} : { composed }),
    ...(drift === undefined ? {} : { drift }),
    ...(schema.default === undefined ? {} : { default: schema.default }),
    ...(absentMeans === undefined ? {} : { absentMeans }),
    ...(reference === undefined ? {} : { reference }),
    ...(vendorRefusesUpdate === undefined ? {} : { vendorRefusesUpdate }),
    vendorLimits: vendorLimits.map((limit) => ({ ...limit, values: limit.values ?? [] })),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

function documentType(schema: Schema): CatalogType {
  if ("oneOf" in schema) {
    const { discriminator, oneOf } = schema;
    return { kind: "union", discriminator: discriminator.propertyName, variants: oneOf.map(documentValue) };
  }
  switch (schema.type) {
    case "string":
      return documentText(schema);
    case "boolean":
      return { kind: "boolean" };
    case "integer": {
      const { minimum, maximum } = schema;
      return {
        kind: "integer",
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      };
    }
    case "array": {
      const { items, minItems, maxItems, unordered, itemKey } = schema;
      return {
        kind: "list",
        items: documentValue(items),
        ...(minItems === undefined ? {} : { minItems }),
        ...(maxItems === undefined ? {} : { maxItems }),
        ...(unordered === undefined ? {} : { unordered }),
        ...(itemKey === undefined ? {} : { itemKey }),
      };
    }
    case "object": {
      if (!("properties" in schema)) return { kind: "map", values: documentValue(schema.additionalProperties) };
      const { title } = schema;
      return { kind: "object", ...(title === undefined ? {} : { name: title }), fields: documentFields(schema) };
    }
  }
}

function documentText(schema: StringSchema): CatalogType {
  const { minLength, maxLength, knownValues, pattern, allOf, format, equality } = schema;
  return {
    kind: "text",
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(schema.enum === undefined ? {} : { values: schema.enum }),
    ...(knownValues === undefined ? {} : { knownValues }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(allOf === undefined ? {} : { rules: allOf }),
    ...(format === undefined ? {} : { format }),
    ...(equality === undefined ? {} : { equality }),
  };
}
