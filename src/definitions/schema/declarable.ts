import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "./definition.ts";
import { fieldOf } from "./field-schema.ts";
import type { Schema } from "./schema.ts";

/**
 * The inputs among an object's outputs, in the shape in which they can be declared: nothing that only the platform
 * adds, no nulls, no concurrency tags (those are of the moment).
 */
export function declarableInputs(definition: ResourceDefinition, outputs: JsonObject): JsonObject {
  const inputs: Record<string, Json> = {};
  for (const name of Object.keys(outputs)) {
    const field = fieldOf(definition.inputs, name);
    const value = outputs[name] ?? null;
    if (field !== undefined && field.precondition !== true && value !== null) inputs[name] = shaped(field, value);
  }
  return inputs;
}

function shaped(schema: Schema, value: Json): Json {
  if ("oneOf" in schema) return value;
  if (schema.type === "array" && Array.isArray(value)) return value.map((item: Json) => shaped(schema.items, item));
  if (schema.type !== "object" || !("properties" in schema) || !isJsonObject(value)) return value;
  const kept: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const field = fieldOf(schema, name);
    const member = value[name] ?? null;
    if (field !== undefined && member !== null) kept[name] = shaped(field, member);
  }
  return kept;
}
