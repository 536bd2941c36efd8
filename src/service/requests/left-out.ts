import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { type SchemaOf, violationsOf } from "./check-schema.ts";

/**
 * A value that fits its schema, without the members that are null where they may only be left out: some clients send
 * them so, and both mean the same. A member that may be null keeps it.
 */
export function withoutLeftOut(schema: JsonSchema, value: Json, schemaOf: SchemaOf): Json {
  const meant = resolved(schema, schemaOf);
  const alternatives = meant.oneOf ?? meant.anyOf;
  if (alternatives !== undefined) {
    const fitting = alternatives.find((each) => violationsOf(each, value, schemaOf).length === 0);
    return fitting === undefined ? value : withoutLeftOut(fitting, value, schemaOf);
  }
  const { items, properties } = meant;
  if (Array.isArray(value) && items !== undefined)
    return value.map((item: Json) => withoutLeftOut(items, item, schemaOf));
  return isJsonObject(value) && properties !== undefined ? ofObject(meant, properties, value, schemaOf) : value;
}

function ofObject(
  { required = [] }: JsonSchema,
  properties: NonNullable<JsonSchema["properties"]>,
  value: JsonObject,
  schemaOf: SchemaOf,
): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]): readonly [string, Json][] => {
    const schema = ownMember(properties, name);
    if (schema === undefined) return [[name, member]];
    if (member === null && !required.includes(name) && !mayBeNull(schema, schemaOf)) return [];
    return [[name, withoutLeftOut(schema, member, schemaOf)]];
  });
  return Object.fromEntries(members);
}

function mayBeNull(schema: JsonSchema, schemaOf: SchemaOf): boolean {
  return violationsOf(schema, null, schemaOf).length === 0;
}

function resolved(schema: JsonSchema, schemaOf: SchemaOf): JsonSchema {
  const { $ref } = schema;
  return $ref === undefined ? schema : resolved(schemaOf($ref.slice($ref.lastIndexOf("/") + 1)), schemaOf);
}
