import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";

/**
 * A value in a declaration, plan or record: JSON, in which some places hold a marker object instead of plain data.
 * User data with a key that starts with `$` is escaped by one more `$`, so that markers can't be forged.
 */
export type Value = Json;

/**
 * An expression not yet evaluated: the source text with its `${...}`. `$config`: the config values that it reads beside
 * other resources, as they were given when it was checked. `$names`: other names that it reads and that config decides,
 * `each` and what is left out.
 */
export interface ExpressionMarker extends JsonObject {
  readonly $expr: string;
  readonly $config?: JsonObject;
  readonly $names?: JsonObject;
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

/** The value of a config key that an expression reads. */
export function configIn(expression: ExpressionMarker, key: string): Value | undefined {
  return isJsonObject(expression.$config) ? ownMember(expression.$config, key) : undefined;
}

/** The value of a name that config decides. */
export function decidedIn(expression: ExpressionMarker, name: string): Value | undefined {
  return isJsonObject(expression.$names) ? ownMember(expression.$names, name) : undefined;
}

export function isUnknown(value: Value | undefined): value is UnknownMarker {
  return isJsonObject(value) && typeof value["$unknown"] === "string";
}

export function isSecret(value: Value | undefined): value is SecretMarker {
  const secret = isJsonObject(value) ? value["$secret"] : undefined;
  return isJsonObject(secret) && typeof secret["id"] === "string" && typeof secret["fingerprint"] === "string";
}

/**
 * Stands for a value that another stack keeps sealed, and that is not given away: nothing opens it, and it equals
 * itself only.
 */
export const withheldSecret: SecretMarker = { $secret: { id: "", fingerprint: "" } };

/** Why such a value can't be used. */
export const withheldDetail = "another stack keeps the value secret, so it is not given away here";

export function isWithheld(value: Value | undefined): boolean {
  return isSecret(value) && value.$secret.id === "";
}

/** True for a place that holds a marker rather than data. */
export function isMarker(value: Value | undefined): boolean {
  if (!isJsonObject(value)) return false;
  return typeof value["$expr"] === "string" || typeof value["$unknown"] === "string" || isSecret(value);
}

/** Whether a place inside a value, however deep, holds a marker rather than data. */
export function holdsMarker(value: Value | undefined): boolean {
  if (value === undefined || value === null || typeof value !== "object") return false;
  return isMarker(value) || Object.values(value).some((each: Value) => holdsMarker(each));
}

export function unknown(why: string): UnknownMarker {
  return { $unknown: why };
}

/** The first unknown inside a value, however deep, or undefined when all of it is known. */
export function findUnknown(value: Value | undefined): UnknownMarker | undefined {
  if (value === undefined || value === null || typeof value !== "object") return undefined;
  if (isUnknown(value)) return value;
  for (const key in value) {
    const found = findUnknown((value as JsonObject)[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** User data as a Value: keys that start with `$` gain one more. */
export function escapeMarkers(data: Json): Value {
  return holdsDollarKey(data) ? mapKeys(data, escapedKey) : data;
}

/** The same for recorded data, in which secrets stay markers. */
export function escapeRecorded(data: Json): Value {
  if (!holdsDollarKey(data) || isSecret(data)) return data;
  if (Array.isArray(data)) return data.map(escapeRecorded);
  if (!isJsonObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, member]) => [escapedKey(key), escapeRecorded(member)]));
}

/** What an object answered, as expressions read it. */
export function escapedOutputs(outputs: JsonObject): JsonObject {
  return escapeRecorded(outputs) as JsonObject;
}

/** The reverse of `escapeMarkers`, for values without markers left. */
export function unescapeMarkers(value: Value): Json {
  return holdsDollarKey(value) ? mapKeys(value, plainKey) : value;
}

/** A free key as the user wrote it, without the escape that keeps markers from being forged. */
export function plainKey(key: string): string {
  return key.startsWith("$$") ? key.slice(1) : key;
}

function escapedKey(key: string): string {
  return key.startsWith("$") ? `$${key}` : key;
}

/**
 * Whether a key with a `$` stands in it, a marker or an escaped one; in most values there is none, and they are passed
 * on as they are.
 */
export function holdsDollarKey(value: Json): boolean {
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.some(holdsDollarKey);
  for (const key in value) {
    if (key.startsWith("$") || holdsDollarKey((value as JsonObject)[key] ?? null)) return true;
  }
  return false;
}

function mapKeys(value: Json, rename: (key: string) => string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapKeys(item, rename));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), mapKeys(member, rename)]));
}
