import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { expandTemplate } from "../../../../packages/base/path-template.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { outputSchema } from "../../../definitions/schema/field-schema.ts";
import type { Identified } from "../../../definitions/schema/identity/identity.ts";
import type { Schema } from "../../../definitions/schema/schema.ts";
import { escapedOutputs, isMarker, unknown, type Value } from "../../../definitions/schema/value.ts";

/**
 * What others may read of a resource once its step is done: declared inputs as they will be, names that follow from the
 * identity, seen values that no write changes; unknown for all that only the platform decides.
 */
export function plannedOutputs(
  address: string,
  definition: ResourceDefinition,
  inputs: JsonObject,
  identity: Identified,
  answer: JsonObject | null,
  done: "created" | "updated",
): JsonObject {
  const why = unknown(`known after ${address} is ${done}`);
  const seen = answer === null ? null : escapedOutputs(answer);
  const outputOf = (name: string, schema: Schema): Value => {
    if (Object.hasOwn(definition.inputs.properties, name)) {
      const given = inputs[name];
      if (isOpen(schema)) return why;
      if (given === undefined) return seen?.[name] ?? why;
      return answered(schema, given, seen?.[name], why);
    }
    if (identity.kind === "known") {
      if (name === "id") return identity.id;
      const text = schema.composed === undefined ? undefined : expandTemplate(schema.composed, identity.variables);
      if (text !== undefined) return text;
    } else if (name === "id" || schema.composed !== undefined) {
      return unknown(identity.kind === "unknown" ? identity.why : why.$unknown);
    }
    return seen === null || isOpen(schema) ? why : (seen[name] ?? null);
  };
  const outputs: Record<string, Value> = {};
  for (const [name, schema] of outputFields(definition)) outputs[name] = outputOf(name, schema);
  return outputs;
}

function outputFields(definition: ResourceDefinition) {
  return Object.entries(outputSchema(definition).properties);
}

/** What an update may change besides what it writes. */
const isOpen = ({ volatile, followsWrites }: Schema): boolean => volatile !== undefined || followsWrites === true;

/** A given input in its response form: what it was not given, the platform adds. */
function answered(schema: Schema, given: Value, seen: Value | undefined, why: Value): Value {
  if (isMarker(given) || !isJsonObject(given) || !("properties" in schema)) return given;
  const before = isJsonObject(seen) ? seen : undefined;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]): [string, Value] => {
      const value = given[name];
      if (value !== undefined) return [name, answered(field, value, before?.[name], why)];
      return [name, before === undefined || isOpen(field) ? why : (before[name] ?? null)];
    }),
  );
}
