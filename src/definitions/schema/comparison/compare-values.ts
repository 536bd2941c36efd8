import { isJsonObject, type Json, type JsonObject, jsonEqual, ownMember } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { fieldOf, variantOf } from "../field-schema.ts";
import type { ListSchema, MapSchema, ObjectSchema, Schema } from "../schema.ts";
import { findUnknown, isMarker, isSecret, plainKey, unescapeMarkers, type Value } from "../value.ts";
import { areTexts, sameTexts } from "./same-items.ts";
import { isAbsent, sameText } from "./same-values.ts";

/** One place at which what is desired is not what was observed. */
export interface Difference {
  /** The leaf; a list is one leaf as a whole, a map has one a key. */
  readonly pointer: string;
  readonly old: Json | undefined;
  /** Undefined where a map's key is to go; the marker (or what holds it) where the value is not known yet. */
  readonly new: Value | undefined;
}

/**
 * How the object must change to become as desired. Only fields that `desired` has are compared, on every level but
 * free maps, which compare whole. A desired null means "cleared" and equals whatever the schema takes for absent.
 */
export function compareValues(
  schema: ObjectSchema,
  observed: JsonObject,
  desired: Readonly<Record<string, Value>>,
): readonly Difference[] {
  const found: Difference[] = [];
  compareFields(schema, observed, desired, [], found);
  return found;
}

/** Keys that lead to where two values are compared; written out only where they differ. */
type Path = string[];

function compare(
  schema: Schema,
  old: Json | undefined,
  wanted: Value | undefined,
  path: Path,
  found: Difference[],
): void {
  const verdict = judge(schema, old, wanted);
  if (verdict === true) return;
  if (verdict === false) found.push({ pointer: pointer("", ...path), old, new: wanted });
  else if ("properties" in verdict) compareFields(verdict, objectOf(old), objectOf(wanted), path, found);
  else compareKeys(verdict, objectOf(old), objectOf(wanted), path, found);
}

/** Whether two values are the same; the schema of their members where those tell, one by one. */
function judge(schema: Schema, old: Json | undefined, wanted: Value | undefined): boolean | ObjectSchema | MapSchema {
  if (schema.precondition === true || sameSecret(old, wanted)) return true;
  if (isMarker(wanted) || isSecret(old)) return false;
  // An object without fields asks for nothing, whereas null asks for its absence.
  const asksForFields = "properties" in schema && isJsonObject(wanted);
  if (!asksForFields && isAbsent(schema, wanted)) return isAbsent(schema, old);
  if ("oneOf" in schema) {
    const variant = variantOf(schema, wanted);
    return variant === undefined ? sameData(old, wanted) : judge(variant, old, wanted);
  }
  switch (schema.type) {
    case "string":
      return sameText(schema, old, wanted);
    case "array":
      return Array.isArray(wanted) && sameItems(schema, Array.isArray(old) ? old : [], wanted);
    case "object":
      return isJsonObject(wanted) && isJsonObject(old ?? {}) ? schema : false;
    default:
      return jsonEqual(old, wanted);
  }
}

const noMembers: JsonObject = {};

function objectOf(value: Value | undefined): JsonObject {
  return isJsonObject(value) ? value : noMembers;
}

function compareFields(
  schema: ObjectSchema,
  old: JsonObject,
  wanted: Readonly<Record<string, Value>>,
  path: Path,
  found: Difference[],
): void {
  for (const name in wanted) {
    const field = fieldOf(schema, name);
    if (field === undefined) continue;
    path.push(name);
    compare(field, ownMember(old, name), wanted[name], path, found);
    path.pop();
  }
}

function compareKeys(schema: MapSchema, old: JsonObject, wanted: JsonObject, path: Path, found: Difference[]): void {
  const plain = new Map(Object.entries(wanted).map(([key, value]) => [plainKey(key), value]));
  for (const key of new Set([...Object.keys(old), ...plain.keys()])) {
    path.push(key);
    if (plain.has(key)) compare(schema.additionalProperties, ownMember(old, key), plain.get(key), path, found);
    else found.push({ pointer: pointer("", ...path), old: old[key], new: undefined });
    path.pop();
  }
}

function sameItems(schema: ListSchema, old: readonly Json[], wanted: readonly Value[]): boolean {
  if (old.length !== wanted.length || findUnknown(wanted) !== undefined) return false;
  if (schema.unordered !== true) return wanted.every((item, index) => sameItem(schema.items, old[index], item));
  const { items, itemKey } = schema;
  if ("type" in items && items.type === "string" && areTexts(old))
    return areTexts(wanted) && sameTexts(items, old, wanted);
  const left = [...old];
  return wanted.every((item) => {
    const index = left.findIndex(
      (candidate) =>
        (itemKey === undefined || jsonEqual(keyOf(candidate, itemKey), keyOf(item, itemKey))) &&
        sameItem(items, candidate, item),
    );
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function sameItem(schema: Schema, old: Json | undefined, wanted: Value): boolean {
  const found: Difference[] = [];
  compare(schema, old, wanted, [], found);
  return found.length === 0;
}

function sameSecret(old: Json | undefined, wanted: Value | undefined): boolean {
  return isSecret(old) && isSecret(wanted) && old.$secret.fingerprint === wanted.$secret.fingerprint;
}

function sameData(old: Json | undefined, wanted: Value | undefined): boolean {
  return wanted !== undefined && findUnknown(wanted) === undefined && jsonEqual(old, unescapeMarkers(wanted));
}

function keyOf(item: Json, itemKey: string): Json | undefined {
  return isJsonObject(item) ? ownMember(item, itemKey) : undefined;
}
