import { derived } from "../../base/derived.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { pointer, pointerSegments } from "../../base/pointer.ts";
import type { ObjectSchema, Schema } from "./schema.ts";
import { isSecret, type SecretMarker, type Value } from "./value.ts";
import { visitPlaces } from "./walk-value.ts";

/** How values are sealed, for walks that find where. */
export interface Sealer {
  seal(value: Json): Promise<SecretMarker>;
  known(value: Json): Promise<SecretMarker | null>;
}

const noPlaces: readonly string[] = [];

/** JSON pointers to all markers of secrets inside a value. */
export function secretPlaces(value: Value | undefined): readonly string[] {
  if (value === undefined || value === null || typeof value !== "object") return noPlaces;
  if (isSecret(value)) return [""];
  let places = noPlaces;
  for (const key in value) {
    const inside = secretPlaces((value as JsonObject)[key]);
    if (inside.length > 0) places = [...places, ...inside.map((place) => pointer("", key) + place)];
  }
  return places;
}

/** Whether a schema declares any field secret. */
export const declaresSecrets: (schema: Schema) => boolean = derived((schema: Schema): boolean => {
  if (schema.secret === true) return true;
  if ("oneOf" in schema) return schema.oneOf.some(declaresSecrets);
  if (schema.type === "array") return declaresSecrets(schema.items);
  if (schema.type !== "object") return false;
  if ("properties" in schema) return Object.values(schema.properties).some(declaresSecrets);
  return declaresSecrets(schema.additionalProperties);
});

/** JSON pointers to the fields of a value that its schema declares secret. */
export function declaredSecretPlaces(schema: ObjectSchema, value: Value): readonly string[] {
  if (!declaresSecrets(schema)) return noPlaces;
  const places: string[] = [];
  visitPlaces(schema, value, (under, _, here) => {
    if (under.secret === true) places.push(here());
  });
  return places;
}

/** Seals every scalar of a value by itself, so that its parts can still be referred to. Null tells nothing and stays. */
export async function sealLeaves(value: Json, seal: Sealer["seal"]): Promise<Value> {
  if (value === null || isSecret(value)) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item: Json) => sealLeaves(item, seal)));
  if (!isJsonObject(value)) return seal(value);
  const members = Object.entries(value).map(async ([key, member]) => [key, await sealLeaves(member, seal)] as const);
  return Object.fromEntries(await Promise.all(members));
}

/**
 * Seals what stands at the places. Platforms reorder lists, so inside one an item counts as secret by its value: one that
 * was sealed before.
 */
export async function sealPlaces<T extends Json>(value: T, places: readonly string[], sealer: Sealer): Promise<T> {
  let result: Json = value;
  for (const place of places) result = await sealAt(result, pointerSegments(place), true, sealer);
  return result as T;
}

async function sealAt(value: Json, path: readonly string[], isExact: boolean, sealer: Sealer): Promise<Json> {
  const [segment, ...rest] = path;
  if (segment === undefined) {
    return isExact ? sealLeaves(value, sealer.seal) : sealKnown(value, sealer);
  }
  if (Array.isArray(value)) return Promise.all(value.map((item: Json) => sealAt(item, rest, false, sealer)));
  const member = isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  if (!isJsonObject(value) || member === undefined || isSecret(value)) return value;
  return { ...value, [segment]: await sealAt(member, rest, isExact, sealer) };
}

async function sealKnown(value: Json, sealer: Sealer): Promise<Json> {
  if (value === null || typeof value === "object") return value;
  return (await sealer.known(value)) ?? value;
}

/** Seals each scalar of a value that was sealed before, wherever it stands. */
export async function sealKnownLeaves<T extends Json>(value: T, known: Sealer["known"]): Promise<T> {
  const walk = async (current: Json): Promise<Json> => {
    if (current === null || typeof current === "boolean") return current;
    if (Array.isArray(current)) return Promise.all(current.map((item: Json) => walk(item)));
    if (!isJsonObject(current)) return (await known(current)) ?? current;
    const members = Object.entries(current).map(async ([key, member]) => [key, await walk(member)] as const);
    return Object.fromEntries(await Promise.all(members));
  };
  return (await walk(value)) as T;
}

/** The value with every secret in the clear. */
export async function openSecrets<T extends Value>(
  value: T,
  open: (marker: SecretMarker) => Promise<Json>,
): Promise<T> {
  const walk = async (current: Value): Promise<Json> => {
    if (isSecret(current)) return open(current);
    if (Array.isArray(current)) return Promise.all(current.map((item: Value) => walk(item)));
    if (!isJsonObject(current)) return current;
    const members = Object.entries(current).map(async ([key, member]) => [key, await walk(member)] as const);
    return Object.fromEntries(await Promise.all(members));
  };
  return secretPlaces(value).length === 0 ? value : ((await walk(value)) as T);
}
