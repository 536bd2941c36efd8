import { ownMember } from "../../../packages/base/json/json.ts";
import { problem } from "../../../packages/base/problems/problem.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import type { ObjectSchema, Schema, StringSchema } from "../../definitions/schema/schema.ts";
import { Rejection } from "../../service/rejection.ts";

/** The JSON Schema of a type's inputs, or of a function's arguments, by its token. */
export function schemaOfInputs(
  type: string,
  { resources, functions }: Catalog,
): JsonSchema & { readonly $schema: string } {
  const definition = ownMember(resources, type);
  const called = ownMember(functions, type);
  const inputs = definition?.inputs ?? called?.arguments;
  if (inputs === undefined) throw new Rejection("missing", [problem("unknown-type", `there is no type \`${type}\``)]);
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...jsonSchemaOf(inputs) };
}

/** The inputs of every type as components, e.g. `IamOAuthClientInputs`. */
export function schemasOfTypes({ resources }: Catalog): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.values(resources).map(({ type, inputs, title }) => [
      `${componentName(type)}Inputs`,
      { ...bounded(jsonSchemaOf(inputs)), description: `Inputs of ${title}.` },
    ]),
  );
}

function componentName(token: string): string {
  return token
    .split(":")
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join("");
}

/** A definition's schema without the annotations that only Plumbline reads. */
function jsonSchemaOf(schema: Schema): JsonSchema {
  const about = schema.description === undefined ? {} : { description: schema.description };
  if ("oneOf" in schema) {
    const { oneOf, discriminator } = schema;
    return { ...about, oneOf: oneOf.map(variantOf), discriminator };
  }
  switch (schema.type) {
    case "string":
      return { ...about, ...ofText(schema) };
    case "boolean":
      return { ...about, type: "boolean" };
    case "integer": {
      const { minimum, maximum } = schema;
      return {
        ...about,
        type: "integer",
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      };
    }
    case "array": {
      const { items, minItems, maxItems } = schema;
      return {
        ...about,
        type: "array",
        items: jsonSchemaOf(items),
        ...(minItems === undefined ? {} : { minItems }),
        ...(maxItems === undefined ? {} : { maxItems }),
      };
    }
    case "object":
      return "properties" in schema
        ? { ...about, ...ofObject(schema) }
        : { ...about, type: "object", additionalProperties: jsonSchemaOf(schema.additionalProperties) };
  }
}

/** Of several objects in one place each has its name. */
function variantOf(schema: ObjectSchema): JsonSchema {
  const { title } = schema;
  return { ...(title === undefined ? {} : { title }), ...jsonSchemaOf(schema) };
}

function ofObject({ properties, required }: ObjectSchema): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, jsonSchemaOf(field)])),
    ...(required === undefined || required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function ofText(schema: StringSchema): JsonSchema {
  const { minLength, maxLength, pattern, allOf, knownValues } = schema;
  return {
    type: "string",
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(schema.enum === undefined ? {} : { enum: schema.enum }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(allOf === undefined ? {} : { allOf }),
    ...(knownValues === undefined ? {} : { examples: knownValues }),
    ...(schema.format === "date-time" || schema.format === "duration" ? { format: schema.format } : {}),
  };
}

const longestText = 1_048_576;
const int64 = Number.MAX_SAFE_INTEGER;

/** The same, with the limits of the API where the specification sets none. */
function bounded(schema: JsonSchema): JsonSchema {
  const { properties, items, oneOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(schema.type === "string" && schema.enum === undefined ? { maxLength: schema.maxLength ?? longestText } : {}),
    ...(schema.type === "integer"
      ? { format: "int64", minimum: schema.minimum ?? -int64, maximum: schema.maximum ?? int64 }
      : {}),
    ...(schema.type === "array" ? { maxItems: schema.maxItems ?? 10_000 } : {}),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, bounded(each)])) }),
    ...(items === undefined ? {} : { items: bounded(items) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(bounded) }),
    ...(typeof additionalProperties === "object" ? { additionalProperties: bounded(additionalProperties) } : {}),
  };
}
