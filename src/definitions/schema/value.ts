import { isJsonObject, type Json, type JsonObject, mapMembers } from "../../base/json.ts";

/**
 * A value in a declaration, plan or record: JSON, in which some places hold a marker object instead of plain data.
 * User data with a key that starts with `$` is escaped by one more `$`, so that markers can't be forged.
 */
export type Value = Json;

/** An expression not yet evaluated: the source text with its `${...}`. */
export interface ExpressionMarker extends JsonObject {
  readonly $expr: string;
}

/** A value that only an apply can tell, and why. */
export interface UnknownMarker extends JsonObject {
  readonly $unknown: string;
}

/** A sealed value; the fingerprint is a keyed hash of the canonical value. */
export interface SecretMarker extends JsonObject {
  readonly $secret: { readonly id: string; readonly fingerprint: string };
}

export function isExpression(value: Value | undefined): value is ExpressionMarker {
  return isJsonObject(value) && typeof value["$expr"] === "string";
}

export function isUnknown(value: Value | undefined): value is UnknownMarker {
  return isJsonObject(value) && typeof value["$unknown"] === "string";
}

export function isSecret(value: Value | undefined): value is SecretMarker {
  const secret = isJsonObject(value) ? value["$secret"] : undefined;
  return isJsonObject(secret) && typeof secret["id"] === "string" && typeof secret["fingerprint"] === "string";
}

/** True for a place that holds a marker rather than data. */
export function isMarker(value: Value | undefined): boolean {
  if (!isJsonObject(value)) return false;
  return typeof value["$expr"] === "string" || typeof value["$unknown"] === "string" || isSecret(value);
}

export function unknown(why: string): UnknownMarker {
  return { $unknown: why };
}

/** The first unknown inside a value, however deep, or undefined when all of it is known. */
export function findUnknown(value: Value | undefined): UnknownMarker | undefined {
  if (value === undefined || value === null || typeof value !== "object") return undefined;
  if (isUnknown(value)) return value;
  const members: readonly Value[] = Array.isArray(value) ? value : Object.values(value as JsonObject);
  for (const member of members) {
    const found = findUnknown(member);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** User data as a Value: keys that start with `$` gain one more. */
export function escapeMarkers(data: Json): Value {
  return mapKeys(data, escapedKey);
}

/** The same for recorded data, in which secrets stay markers. */
export function escapeRecorded(data: Json): Value {
  if (isSecret(data)) return data;
  if (data === null || typeof data !== "object") return data;
  return renamed(mapMembers(data, escapeRecorded), escapedKey);
}

/** The reverse of `escapeMarkers`, for values without markers left. */
export function unescapeMarkers(value: Value): Json {
  return mapKeys(value, plainKey);
}

function escapedKey(key: string): string {
  return key.startsWith("$") ? `$${key}` : key;
}

/** A free key as the user wrote it, without the escape that keeps markers from being forged. */
export function plainKey(key: string): string {
  return key.startsWith("$$") ? key.slice(1) : key;
}

function mapKeys(value: Json, rename: (key: string) => string): Json {
  if (value === null || typeof value !== "object") return value;
  return renamed(
    mapMembers(value, (member) => mapKeys(member, rename)),
    rename,
  );
}

/** The value with its own keys renamed; as it is where all keep their names. */
function renamed(value: readonly Json[] | JsonObject, rename: (key: string) => string): Json {
  if (!isJsonObject(value) || Object.keys(value).every((key) => rename(key) === key)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), member]));
}
