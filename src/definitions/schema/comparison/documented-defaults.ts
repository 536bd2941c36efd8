import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { ObjectSchema } from "../schema.ts";
import { isMarker, type Value } from "../value.ts";
import { isAbsent } from "./same-values.ts";

/**
 * What is wanted of an object that exists: the inputs, and for each one left out what the platform means by its absence
 * (`absentMeans`), at every depth. Fields whose change forces replacement are left alone: no object goes because of
 * what was not written.
 */
export function withDocumentedDefaults(schema: ObjectSchema, wanted: JsonObject): JsonObject {
  let filled: Record<string, Value> | undefined;
  for (const [name, field] of Object.entries(schema.properties)) {
    const given = wanted[name];
    const isDeeper = "properties" in field && given !== undefined && isJsonObject(given) && !isMarker(given);
    const meant = isDeeper
      ? withDocumentedDefaults(field, given)
      : given === undefined && field.replace !== true
        ? field.absentMeans
        : given;
    if (meant === given || meant === undefined) continue;
    filled ??= { ...wanted };
    filled[name] = meant;
  }
  return filled ?? wanted;
}

/**
 * Top-level inputs left out whose value on the platform is not the documented default and can't be changed in place.
 */
export function keptUndeclared(schema: ObjectSchema, wanted: JsonObject, seen: JsonObject): readonly string[] {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const isDefaulted = field.absentMeans !== undefined && field.replace === true && wanted[name] === undefined;
    return isDefaulted && !isAbsent(field, seen[name]) ? [name] : [];
  });
}
