import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../definition.ts";
import { outputSchema } from "../field-schema.ts";
import type { Schema } from "../schema.ts";
import { fieldOf, variantOf } from "../walk-value.ts";

/**
 * Outputs without what is volatile and without nulls, which mean the same as absence: equal ones show one version of an
 * object.
 */
export function lastingOutputs(definition: ResourceDefinition, outputs: JsonObject): JsonObject {
  return membersOf((name) => fieldOf(outputSchema(definition), name), outputs);
}

/** The volatile places of a definition's outputs, as JSON pointers, each with the reason that its definition gives. */
export function volatileOutputs(definition: ResourceDefinition): Readonly<Record<string, string>> {
  return Object.fromEntries(reasonsIn(outputSchema(definition), ""));
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

function reasonsIn(schema: Schema, path: string): readonly (readonly [string, string])[] {
  if (schema.volatile !== undefined) return [[path, schema.volatile]];
  if ("oneOf" in schema || schema.type !== "object" || !("properties" in schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, field]) => reasonsIn(field, `${path}/${name}`));
}
