import { isJsonObject, type Json, type JsonObject, mapMembers, ownMember } from "../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "./definition.ts";
import { outputSchema, variantOf } from "./field-schema.ts";
import type { ObjectSchema, Schema } from "./schema.ts";
import { isMarker } from "./value.ts";

/**
 * The value with a null for each field that its schema has and it has not, at every depth. An object that is absent is
 * null as a whole. What lacks nothing is passed on as it is, not copied.
 */
export function wholeValue<T extends Json>(schema: Schema, value: T): T {
  // Only members are added, so that the kind of the value stays what it is.
  return whole(schema, value) as T;
}

/**
 * All outputs of an object, as `wholeValue` has them: what a driver gives, and what a record of an older version kept.
 */
export function wholeOutputs(definition: ResourceDefinition, outputs: JsonObject): JsonObject {
  return wholeValue(outputSchema(definition), outputs);
}

function whole(schema: Schema, value: Json): Json {
  if (value === null || typeof value !== "object" || isMarker(value)) return value;
  if ("oneOf" in schema) {
    const variant = variantOf(schema, value);
    return variant === undefined ? value : whole(variant, value);
  }
  if (schema.type === "array")
    return Array.isArray(value) ? mapMembers(value, (item) => whole(schema.items, item)) : value;
  if (schema.type !== "object" || !isJsonObject(value)) return value;
  if (!("properties" in schema)) return mapMembers(value, (member) => whole(schema.additionalProperties, member));
  return wholeObject(schema, value);
}

function wholeObject({ properties }: ObjectSchema, value: JsonObject): JsonObject {
  let filled: Record<string, Json> | undefined;
  for (const name in properties) {
    const field = properties[name];
    if (field === undefined) continue;
    const member = ownMember(value, name);
    const completed = member === undefined ? null : whole(field, member);
    if (completed === member) continue;
    filled ??= { ...value };
    filled[name] = completed;
  }
  return filled ?? value;
}
