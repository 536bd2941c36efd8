import { isJsonObject } from "../../base/json.ts";
import { pointer } from "../../base/pointer.ts";
import type { ObjectSchema, Schema, UnionSchema } from "./schema.ts";
import { isMarker, type Value } from "./value.ts";

/** A place in a value and the schema that speaks about it. */
export interface Place {
  readonly schema: Schema;
  readonly value: Value;
  /** JSON pointer from where the walk began. */
  readonly pointer: string;
}

/**
 * Every place of `value` that a schema speaks about, parents first. Places that hold a marker are left out, so are
 * object fields that are null (the same as absent) or unknown to the schema. A member of a union is given twice: under
 * the union and, when its discriminant is known, under its own schema.
 */
export function placesOf(schema: Schema, value: Value): readonly Place[] {
  const places: Place[] = [];
  gather(schema, value, "", places);
  return places;
}

function gather(schema: Schema, value: Value, at: string, places: Place[]): void {
  if (isMarker(value)) return;
  places.push({ schema, value, pointer: at });
  if ("oneOf" in schema) {
    const variant = variantOf(schema, value);
    if (variant !== undefined) gather(variant, value, at, places);
  } else if (schema.type === "array") {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) gather(schema.items, item, pointer(at, index), places);
  } else if (schema.type === "object" && isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if ("properties" in schema) {
        const field = fieldOf(schema, key);
        if (field !== undefined && member !== null) gather(field, member, pointer(at, key), places);
      } else {
        gather(schema.additionalProperties, member, pointer(at, plainKey(key)), places);
      }
    }
  }
}

/** The field of an object schema, or undefined where it has none of that name. */
export function fieldOf(schema: ObjectSchema, name: string): Schema | undefined {
  return Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
}

/** The member of a union that the value's discriminant names; undefined for a discriminant that is not known. */
export function variantOf(schema: UnionSchema, value: Value | undefined): ObjectSchema | undefined {
  const name = schema.discriminator.propertyName;
  const discriminant = isJsonObject(value) ? value[name] : undefined;
  if (typeof discriminant !== "string") return undefined;
  return schema.oneOf.find((variant) => {
    const field = fieldOf(variant, name);
    return field !== undefined && "enum" in field && field.enum?.includes(discriminant) === true;
  });
}

/** A free key as the user wrote it, without the escape that keeps markers from being forged. */
export function plainKey(key: string): string {
  return key.startsWith("$$") ? key.slice(1) : key;
}
