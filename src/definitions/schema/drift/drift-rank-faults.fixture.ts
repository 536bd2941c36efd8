import type { ResourceDefinition } from "../definition.ts";
import type { Schema, StringSchema } from "../schema.ts";
import type { DriftMeaning } from "./drift-meaning.ts";

/**
 * What is wrong with what a definition says of drift, a sentence each: where a type governs access, each boolean and
 * each text of known values or secret one says what its drift means, in values that it can have.
 */
export function driftRankFaults(definition: ResourceDefinition): readonly string[] {
  const { type, inputs, outputs, responses = {}, governsAccess } = definition;
  const faults: string[] = [];
  const walk = (schema: Schema, path: string): void => {
    if (schema.precondition === true || schema.volatile !== undefined) return;
    const wrong = unknownValues(schema);
    if (wrong.length > 0) faults.push(`${path} of ${type} ranks values that it can't have: ${wrong.join(", ")}`);
    if ("oneOf" in schema) {
      for (const variant of schema.oneOf) walk(variant, `${path}<${variant.title}>`);
      return;
    }
    if (governsAccess === true && schema.drift === undefined && hasKnownValues(schema))
      faults.push(`${path} of ${type} does not say what its drift means`);
    if (schema.type === "array") walk(schema.items, `${path}[]`);
    if (schema.type !== "object") return;
    const members = "properties" in schema ? schema.properties : { "*": schema.additionalProperties };
    for (const [name, member] of Object.entries(members)) walk(member, `${path}/${name}`);
  };
  for (const fields of [inputs.properties, outputs.properties, responses])
    for (const [name, field] of Object.entries(fields)) walk(field, `/${name}`);
  return faults;
}

function hasKnownValues(schema: Exclude<Schema, { readonly oneOf: unknown }>): boolean {
  return schema.type === "boolean" || (schema.type === "string" && (schema.secret ?? valuesOf(schema)) !== undefined);
}

function valuesOf({ enum: closed, knownValues }: StringSchema): readonly string[] | undefined {
  return closed ?? knownValues;
}

function unknownValues(schema: Schema): readonly string[] {
  if ("oneOf" in schema || schema.drift === undefined) return [];
  const known = schema.type === "boolean" ? ["true", "false"] : schema.type === "string" ? valuesOf(schema) : undefined;
  return known === undefined ? [] : valuesRanked(schema.drift).filter((value) => !known.includes(value));
}

function valuesRanked(meaning: DriftMeaning): readonly string[] {
  if (typeof meaning === "string") return [];
  if ("to" in meaning) return Object.keys(meaning.to);
  if ("from" in meaning) return Object.keys(meaning.from);
  return "strictestFirst" in meaning ? meaning.strictestFirst.flat() : [];
}
