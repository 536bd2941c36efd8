import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../../src/definitions/schema/definition.ts";
import { outputSchema } from "../../src/definitions/schema/field-schema.ts";
import type { Schema } from "../../src/definitions/schema/schema.ts";

/** Outputs less whatever the definition says may change at any write. */
export function withoutVolatile(definition: ResourceDefinition, outputs: JsonObject): JsonObject {
  return strip(outputSchema(definition), outputs) as JsonObject;
}

function strip(schema: Schema, value: Json): Json {
  if ("oneOf" in schema || schema.type !== "object" || !("properties" in schema) || !isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const field = schema.properties[name];
      if (field?.volatile !== undefined || field?.followsWrites === true) return [];
      return [[name, field === undefined ? member : strip(field, member)]];
    }),
  );
}

/** Names of the top-level members in which two objects differ. */
export function differingKeys(a: JsonObject, b: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name])).sort();
}
