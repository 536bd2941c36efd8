import type { FunctionDefinition, InterfaceVersions, ResourceDefinition } from "./definition.ts";
import type { ObjectSchema, Schema } from "./schema.ts";

/** A resource as an interface version has it: without the fields that the version does not know. */
export function resourceAt(definition: ResourceDefinition, version: string): ResourceDefinition {
  const at = (schema: ObjectSchema) => objectAt(schema, version, definition.versions);
  const { responses } = definition;
  return {
    ...definition,
    inputs: at(definition.inputs),
    outputs: at(definition.outputs),
    ...(responses === undefined
      ? {}
      : {
          responses: Object.fromEntries(
            Object.entries(responses).map(([name, schema]) => [name, schemaAt(schema, version, definition.versions)]),
          ),
        }),
  };
}

/** The same of a function. */
export function functionAt(definition: FunctionDefinition, version: string): FunctionDefinition {
  const at = (schema: ObjectSchema) => objectAt(schema, version, definition.versions);
  return { ...definition, arguments: at(definition.arguments), result: at(definition.result) };
}

function objectAt(schema: ObjectSchema, version: string, versions: InterfaceVersions): ObjectSchema {
  const kept = Object.entries(schema.properties).filter(([, field]) => isInVersion(field, version));
  const properties = Object.fromEntries(kept.map(([name, field]) => [name, schemaAt(field, version, versions)]));
  const required = schema.required?.filter((name) => Object.hasOwn(properties, name));
  return { ...schema, properties, ...(required === undefined ? {} : { required }) };
}

function schemaAt(schema: Schema, version: string, versions: InterfaceVersions): Schema {
  if ("oneOf" in schema) {
    const variants = schema.oneOf.filter((variant) => isInVersion(variant, version));
    return { ...schema, oneOf: variants.map((variant) => objectAt(variant, version, versions)) };
  }
  if (schema.type === "array") return { ...schema, items: schemaAt(schema.items, version, versions) };
  if (schema.type !== "object") return schema;
  if ("properties" in schema) return objectAt(schema, version, versions);
  return { ...schema, additionalProperties: schemaAt(schema.additionalProperties, version, versions) };
}

/** Whether a version has what exists between `since` and, exclusive, `until`. */
export function isInVersion({ since, until }: Pick<Schema, "since" | "until">, version: string): boolean {
  const rank = rankOf(version);
  return (since === undefined || rankOf(since) <= rank) && (until === undefined || rank < rankOf(until));
}

/** Dates in their order; a preview comes before the version of the same day. */
function rankOf(version: string): string {
  return version.endsWith("-preview") ? version.slice(0, -"-preview".length) : `${version}~`;
}
