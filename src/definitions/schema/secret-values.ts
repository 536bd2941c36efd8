import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { pointer, pointerSegments, valueAt } from "../../../packages/base/json/pointer.ts";
import type { ObjectSchema, Schema } from "./schema.ts";
import {
  holdsDollarKey,
  isSecret,
  isWithheld,
  plainKey,
  type SecretMarker,
  type Value,
  withheldSecret,
} from "./value.ts";
import { visitPlaces } from "./walk-value.ts";

/**
 * Seals a value. `parts` are the secrets that a text is made of: where it is opened, they are masked as well as it.
 */
export type Seal = (value: Json, parts?: readonly Json[]) => Promise<SecretMarker>;

/** How values are sealed, for walks that find where. */
export interface Sealer {
  readonly seal: Seal;
  known(value: Json): Promise<SecretMarker | null>;
}

const noPlaces: readonly string[] = [];
const nothingSaid: ReadonlySet<Json> = new Set();

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

/** All markers of secrets inside a value. */
export function markersIn(value: Value | undefined): readonly SecretMarker[] {
  return secretPlaces(value).flatMap((place) => {
    const marker = valueAt(value, place);
    return isSecret(marker) ? [marker] : [];
  });
}

/** The first place of a value that another stack keeps sealed and that is not given away. */
export function withheldPlace(value: Value | undefined): string | undefined {
  return secretPlaces(value).find((place) => isWithheld(valueAt(value, place)));
}

/** Withholds what stands at the places, and all of a list on the way: platforms reorder lists. */
export function withholdPlaces<T extends Json>(value: T, places: readonly string[]): T {
  return places.reduce<Json>((result, place) => withheldAt(result, pointerSegments(place)), value) as T;
}

function withheldAt(value: Json, path: readonly string[]): Json {
  const [segment, ...rest] = path;
  if (segment === undefined || Array.isArray(value)) return withheldLeaves(value);
  if (!isJsonObject(value) || isSecret(value)) return value;
  const member = ownMember(value, segment);
  return member === undefined ? value : { ...value, [segment]: withheldAt(member, rest) };
}

function withheldLeaves(value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item: Json) => withheldLeaves(item));
  if (!isJsonObject(value) || isSecret(value)) return withheldSecret;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withheldLeaves(member)]));
}

/** How a sealed value is shown to callers who may not reveal it: nothing tells which values are equal. */
const concealedSecret = { $secret: {} } as const;

/** The value with every marker as callers who may not reveal it see it; the very same value where there is none. */
export function concealSecrets<T extends Value>(value: T): T {
  return holdsSecret(value) ? (concealed(value) as T) : value;
}

function concealed(value: Value): Value {
  if (isSecret(value)) return concealedSecret;
  if (Array.isArray(value)) return value.map((item: Value) => concealed(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, concealed(member)]));
}

function holdsSecret(value: Value | undefined): boolean {
  if (value === undefined || value === null || typeof value !== "object") return false;
  if (isSecret(value)) return true;
  for (const key in value) if (holdsSecret((value as JsonObject)[key])) return true;
  return false;
}

/**
 * Whether a caller has sent something in the shape of a sealed value, whole or as it is shown without the right to
 * reveal.
 */
export function looksSealed(value: Value | undefined): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, "$secret") && isJsonObject(value["$secret"]);
}

/**
 * Whether what was sent is the marker that stands at its place, whole or as it is shown without the right to reveal.
 */
export function isMarkerFor(sent: Value, standing: Value | undefined): standing is SecretMarker {
  if (!looksSealed(sent) || !isSecret(standing) || isWithheld(standing)) return false;
  const isConcealed = Object.keys(sent).length === 1 && Object.keys(sent["$secret"] as JsonObject).length === 0;
  return isConcealed || (isSecret(sent) && sent.$secret.fingerprint === standing.$secret.fingerprint);
}

/** JSON pointers to all that looks sealed inside what was sent. */
export function sealedShapes(value: Value | undefined, at = ""): readonly string[] {
  if (value === undefined || value === null || typeof value !== "object") return noPlaces;
  if (looksSealed(value)) return [at];
  let places = noPlaces;
  for (const [key, member] of Object.entries(value)) {
    const inside = sealedShapes(member, pointer(at, key));
    if (inside.length > 0) places = [...places, ...inside];
  }
  return places;
}

/** Whether a schema declares any field secret. */
export function declaresSecrets(schema: Schema): boolean {
  if (schema.secret === true) return true;
  if ("oneOf" in schema) return schema.oneOf.some(declaresSecrets);
  if (schema.type === "array") return declaresSecrets(schema.items);
  if (schema.type !== "object") return false;
  if ("properties" in schema) return Object.values(schema.properties).some(declaresSecrets);
  return declaresSecrets(schema.additionalProperties);
}

/** JSON pointers to the fields of a value that its schema declares secret. */
export function declaredSecretPlaces(schema: ObjectSchema, value: Value): readonly string[] {
  if (!declaresSecrets(schema)) return noPlaces;
  const places: string[] = [];
  visitPlaces(schema, value, (under, _, here) => {
    if (under.secret === true) places.push(here());
  });
  return places;
}

/**
 * Seals every scalar of a value by itself, so that its parts can still be referred to. Null tells nothing and stays.
 */
export async function sealLeaves(value: Json, seal: Sealer["seal"]): Promise<Value> {
  if (value === null || isSecret(value)) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item: Json) => sealLeaves(item, seal)));
  if (!isJsonObject(value)) return seal(value);
  const members = Object.entries(value).map(async ([key, member]) => [key, await sealLeaves(member, seal)] as const);
  return Object.fromEntries(await Promise.all(members));
}

/**
 * Seals what stands at the places. Platforms reorder lists, so inside one an item counts as secret by its value: one
 * that was sealed before.
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

/**
 * Seals each scalar of a value that was sealed before, wherever it stands; what is `said` in the clear anyway stays.
 */
export async function sealKnownLeaves<T extends Json>(
  value: T,
  known: Sealer["known"],
  said: ReadonlySet<Json> = nothingSaid,
): Promise<T> {
  const walk = async (current: Json): Promise<Json> => {
    if (current === null || typeof current === "boolean" || said.has(current)) return current;
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

/** Declared data as a platform takes it: every secret in the clear, and every key as its user wrote it. */
export async function withOpenedSecrets<T extends Value>(
  value: T,
  open: (marker: SecretMarker) => Promise<Json>,
): Promise<T> {
  const walk = async (current: Value): Promise<Json> => {
    if (isSecret(current)) return open(current);
    if (Array.isArray(current)) return Promise.all(current.map((item: Value) => walk(item)));
    if (!isJsonObject(current)) return current;
    const members = Object.entries(current).map(async ([key, member]) => [plainKey(key), await walk(member)] as const);
    return Object.fromEntries(await Promise.all(members));
  };
  return holdsDollarKey(value) ? ((await walk(value)) as T) : value;
}
