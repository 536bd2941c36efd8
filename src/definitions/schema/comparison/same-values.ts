import { isJsonObject, type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import { sameDuration } from "../checks/durations.ts";
import { sameMoment } from "../checks/moments.ts";
import { fieldOf } from "../field-schema.ts";
import type { Schema, StringSchema } from "../schema.ts";
import { isMarker, type Value } from "../value.ts";

/** Whether two texts mean the same under their schema. */
export function sameText(schema: StringSchema, old: Json | undefined, wanted: Value | undefined): boolean {
  if (schema.equality === "ignore-case") return foldCase(old) === foldCase(wanted);
  if (old === wanted) return true;
  if (schema.format === "duration") return sameDuration(old, wanted);
  return schema.format === "date-time" && sameMoment(old, wanted);
}

/** Whether the platform could not tell the value from one that is not there. */
export function isAbsent(schema: Schema, value: Value | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (schema.absentMeans !== undefined && jsonEqual(schema.absentMeans, value)) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isJsonObject(value) || isMarker(value)) return false;
  if (!("properties" in schema)) return Object.keys(value).length === 0;
  for (const name in value) {
    const field = fieldOf(schema, name);
    if (field === undefined ? value[name] !== null : !isAbsent(field, value[name])) return false;
  }
  return true;
}

function foldCase(value: Value | undefined): Value | undefined {
  return typeof value === "string" ? value.toLowerCase() : value;
}
