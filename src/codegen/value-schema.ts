import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type { CatalogField, CatalogType, CatalogValue } from "../contract/documents/catalog/catalog-values.ts";
import { fieldSentences } from "./pages/field-sentences.ts";
import { whenSchema } from "./when-schema.ts";

/** Where the schema of an expression lies in the schema of a declaration. */
export const expressionDefinition = "expression";

/** What every value may be instead of what it is. */
export const expression: JsonObject = { $ref: `#/$defs/${expressionDefinition}` };

/**
 * The fields of an object as a declaration may write them, and no others: each itself, or an expression that gives it;
 * null stands for one that is left out. `format` is not among the keywords: the check leaves those texts to the
 * platform.
 */
export function fieldsSchema(fields: readonly CatalogField[]): JsonObject {
  const required = fields.flatMap((field) => (field.required ? [field.name] : []));
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** One field of an object. */
export function fieldSchema(field: CatalogField): JsonObject {
  return { ...about(field), ...written(field.type, !field.required) };
}

function valueSchema(value: CatalogValue): JsonObject {
  return { ...about(value), ...written(value.type, false) };
}

function about(value: CatalogValue): JsonObject {
  const description = fieldSentences(value).join(" ");
  return {
    ...(description === "" ? {} : { description }),
    ...(value.absentMeans === undefined ? {} : { default: value.absentMeans }),
  };
}

/** A value of the type, an expression, or null. */
function written(type: CatalogType, mayBeNull: boolean): JsonObject {
  const own = typeSchema(type);
  // Each expression is a text.
  const takesAnyText =
    Object.keys(own).every((keyword) => ["type", "examples"].includes(keyword)) && type.kind === "text";
  const forms: readonly Json[] = [own, ...(takesAnyText ? [] : [expression]), ...(mayBeNull ? [{ type: "null" }] : [])];
  return forms.length === 1 ? own : { anyOf: forms };
}

function typeSchema(type: CatalogType): JsonObject {
  switch (type.kind) {
    case "text":
      return textSchema(type);
    case "boolean":
      return { type: "boolean" };
    case "integer": {
      const { minimum, maximum } = type;
      return {
        type: "integer",
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      };
    }
    case "list": {
      const { items, minItems, maxItems } = type;
      return {
        type: "array",
        items: valueSchema(items),
        ...(minItems === undefined ? {} : { minItems }),
        ...(maxItems === undefined ? {} : { maxItems }),
      };
    }
    case "map":
      return { type: "object", additionalProperties: valueSchema(type.values) };
    case "object":
      return fieldsSchema(type.fields);
    case "union":
      return unionSchema(type.discriminator, type.variants);
  }
}

/** An object whose kind is not among the known ones is carried as it is. */
function unionSchema(discriminator: string, variants: readonly CatalogValue[]): JsonObject {
  return {
    type: "object",
    properties: { [discriminator]: { type: "string" } },
    required: [discriminator],
    allOf: variants.flatMap(({ type }) => {
      if (type.kind !== "object") return [];
      const told = type.fields.find(({ name }) => name === discriminator)?.type;
      const kinds = told?.kind === "text" ? (told.values ?? []) : [];
      return [whenSchema({ properties: { [discriminator]: { enum: kinds } } }, fieldsSchema(type.fields))];
    }),
  };
}

function textSchema(type: Extract<CatalogType, { readonly kind: "text" }>): JsonObject {
  const { minLength, maxLength, values, knownValues, pattern, rules = [] } = type;
  return {
    type: "string",
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(values === undefined ? {} : { enum: values }),
    ...(knownValues === undefined ? {} : { examples: knownValues }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(rules.length === 0 ? {} : { allOf: rules.map((rule) => ({ pattern: rule.pattern })) }),
  };
}
