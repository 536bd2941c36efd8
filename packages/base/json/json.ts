/** JSON-safe data: what every record, plan and wire body is made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The own member of an object under a name that people choose; undefined where there is none, whatever all objects
 * have.
 */
export function ownMember<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * A list or an object with each member as `map` gives it. What stays as it is is passed on, not copied; the members of
 * most values do.
 */
export function mapMembers(
  value: readonly Json[] | JsonObject,
  map: (member: Json, at: string | number) => Json,
): readonly Json[] | JsonObject {
  if (!isJsonObject(value)) {
    let items: Json[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      const item = value[index] ?? null;
      const mapped = map(item, index);
      if (mapped === item) continue;
      items ??= [...value];
      items[index] = mapped;
    }
    return items ?? value;
  }
  let members: Record<string, Json> | undefined;
  for (const key in value) {
    const member = value[key] ?? null;
    const mapped = map(member, key);
    if (mapped === member) continue;
    // The copy has all keys as its own, `__proto__` included, so that setting one is never more than that.
    members ??= { ...value };
    members[key] = mapped;
  }
  return members ?? value;
}

/** Structural equality of JSON values; key order has no meaning, list order has. */
export function jsonEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    for (let index = 0; index < a.length; index += 1) if (!jsonEqual(a[index], b[index])) return false;
    return true;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  let members = 0;
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !jsonEqual(a[key], b[key])) return false;
    members += 1;
  }
  return members === Object.keys(b).length;
}
