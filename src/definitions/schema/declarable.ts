import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { ResourceDefinition } from "./definition.ts";
import type { Schema } from "./schema.ts";
import { fieldOf } from "./walk-value.ts";

/**
 * The inputs among an object's outputs, in the shape in which they can be declared: nothing that only the platform adds,
 * no nulls, no concurrency tags (those are of the moment).
 */
export function declarableInputs(definition: ResourceDefinition, outputs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([name, value]): [string, Json][] => {
      const field = fieldOf(definition.inputs, name);
      if (field === undefined || field.precondition === true || value === null) return [];
      return [[name, shaped(field, value)]];
    }),
  );
}

function shaped(schema: Schema, value: Json): Json {
  if ("oneOf" in schema) return value;
  if (schema.type === "array" && Array.isArray(value)) return value.map((item: Json) => shaped(schema.items, item));
  if (schema.type !== "object" || !("properties" in schema) || !isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const field = fieldOf(schema, name);
      return field === undefined || member === null ? [] : [[name, shaped(field, member)]];
    }),
  );
}
