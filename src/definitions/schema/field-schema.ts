import { isJsonObject } from "../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "./definition.ts";
import type { ObjectSchema, Schema, UnionSchema } from "./schema.ts";
import type { Value } from "./value.ts";

/** The shape that references see: the inputs, in their response form where they have one, and the outputs. */
export function outputSchema(definition: Pick<ResourceDefinition, "inputs" | "outputs" | "responses">): ObjectSchema {
  return {
    type: "object",
    properties: { ...definition.inputs.properties, ...definition.responses, ...definition.outputs.properties },
    required: [...(definition.inputs.required ?? []), ...(definition.outputs.required ?? [])],
    additionalProperties: false,
  };
}

/**
 * The schema of what a path leads to; undefined where there can be nothing, `any` where the members of a union
 * disagree about the field. Any index leads into a list, any key into a free map.
 */
export function schemaAt(schema: Schema, path: readonly (string | number)[]): Schema | undefined | "any" {
  let current: Schema = schema;
  for (const segment of path) {
    const next = step(current, segment);
    if (next === undefined || next === "any") return next;
    current = next;
  }
  return current;
}

/** The field names a value of the schema may have; none for scalars, lists and free maps. */
export function fieldNames(schema: Schema): readonly string[] {
  if ("oneOf" in schema) return [...new Set(schema.oneOf.flatMap((variant) => Object.keys(variant.properties)))];
  return "properties" in schema ? Object.keys(schema.properties) : [];
}

function step(schema: Schema, segment: string | number): Schema | undefined | "any" {
  if ("oneOf" in schema) {
    const found = schema.oneOf.flatMap((variant) => fieldOf(variant, String(segment)) ?? []);
    const kinds = new Set(found.map((field) => ("oneOf" in field ? "oneOf" : field.type)));
    return kinds.size > 1 ? "any" : found[0];
  }
  if (schema.type === "array") return /^\d+$/.test(String(segment)) ? schema.items : undefined;
  if (schema.type !== "object") return undefined;
  return "properties" in schema ? fieldOf(schema, String(segment)) : schema.additionalProperties;
}

/** The field of an object schema, or undefined where it has none of that name. */
export function fieldOf(schema: ObjectSchema, name: string): Schema | undefined {
  return Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
}

/** The member of a union that the value's discriminant names; undefined for a discriminant that is not known. */
export function variantOf(schema: UnionSchema, value: Value | undefined): ObjectSchema | undefined {
  const name = schema.discriminator.propertyName;
  const discriminant = isJsonObject(value) ? value[name] : undefined;
  if (typeof discriminant !== "string") return undefined;
  return schema.oneOf.find((variant) => {
    const field = fieldOf(variant, name);
    return field !== undefined && "enum" in field && field.enum?.includes(discriminant) === true;
  });
}
