import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../definition.ts";
import { fieldOf, outputSchema, variantOf } from "../field-schema.ts";
import type { Schema } from "../schema.ts";

/**
 * Outputs without what is volatile and without nulls, which mean the same as absence: equal ones show one version of an
 * object.
 */
export function lastingOutputs(definition: ResourceDefinition, outputs: JsonObject): JsonObject {
  return membersOf((name) => fieldOf(outputSchema(definition), name), outputs);
}

function lasting(schema: Schema | undefined, value: Json): Json {
  if (schema !== undefined && "oneOf" in schema) return lasting(variantOf(schema, value), value);
  if (Array.isArray(value)) {
    const items = schema?.type === "array" ? schema.items : undefined;
    return value.map((item: Json) => lasting(items, item));
  }
  if (!isJsonObject(value)) return value;
  return membersOf((name) => {
    if (schema?.type !== "object") return undefined;
    return "properties" in schema ? fieldOf(schema, name) : schema.additionalProperties;
  }, value);
}

function membersOf(schemaOf: (name: string) => Schema | undefined, value: JsonObject): JsonObject {
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const schema = schemaOf(name);
    return member === null || schema?.volatile !== undefined ? [] : [[name, lasting(schema, member)] as const];
  });
  return Object.fromEntries(kept);
}
