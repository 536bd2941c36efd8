import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import { pointer } from "../../packages/base/json/pointer.ts";
import { variantOf } from "../../src/definitions/schema/field-schema.ts";
import type { Schema } from "../../src/definitions/schema/schema.ts";

/** A place in the outputs of an object that can move by itself. */
export interface Place {
  /** As drift names it. */
  readonly path: string;
  readonly schema: Schema;
  /** What stands there now. */
  readonly value: Json | undefined;
}

/**
 * Every smallest place of a value, by its schema: also those that are empty now. Of each list with items to go into,
 * one item of each kind stands for the rest.
 */
export function placesOf(schema: Schema, value: Json | undefined, path = ""): readonly Place[] {
  if (schema.volatile !== undefined) return [{ path, schema, value }];
  if ("oneOf" in schema) {
    const variant = variantOf(schema, value ?? null);
    return variant === undefined ? [] : placesOf(variant, value, path);
  }
  if (schema.type === "object" && "properties" in schema) {
    return Object.entries(schema.properties).flatMap(([name, field]) =>
      placesOf(field, memberOf(value, name), pointer(path, name)),
    );
  }
  if (schema.type === "array")
    return [{ path, schema, value }, ...itemPlaces(schema.items, schema.itemKey, value, path)];
  return [{ path, schema, value }];
}

function itemPlaces(
  items: Schema,
  itemKey: string | undefined,
  value: Json | undefined,
  path: string,
): readonly Place[] {
  if (!Array.isArray(value) || ("type" in items && items.type !== "object")) return [];
  const kinds = new Map<string, readonly [string | number, Json]>();
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const kind = "oneOf" in items ? String(memberOf(item, items.discriminator.propertyName)) : "";
    const name = itemKey === undefined ? index : String(memberOf(item, itemKey));
    if (!kinds.has(kind)) kinds.set(kind, [name, item]);
  }
  return [...kinds.values()].flatMap(([name, item]) =>
    // Another key is another item, another kind another shape: what the list holds is told of them.
    placesOf(items, item, pointer(path, name)).filter((place) => !isName(items, itemKey, pointer(path, name), place)),
  );
}

function isName(items: Schema, itemKey: string | undefined, item: string, { path }: Place): boolean {
  const names = [itemKey, "oneOf" in items ? items.discriminator.propertyName : undefined];
  return names.some((name) => name !== undefined && path === pointer(item, name));
}

/** Another value that the schema allows; undefined where there is no other one. */
export function otherValue(schema: Schema, value: Json | undefined): Json | undefined {
  if ("oneOf" in schema) throw new Error("a union has no value of its own");
  switch (schema.type) {
    case "boolean":
      return value !== true;
    case "integer":
      return (typeof value === "number" ? value : 0) + 1;
    case "string": {
      const known = [...(schema.enum ?? []), ...(schema.knownValues ?? [])];
      // Where the vendor knows one value only, all that can happen to it is that it goes.
      if (known.length > 0) return known.find((each) => each !== value);
      if (schema.format === "duration") return value === "PT3H" ? "PT2H" : "PT3H";
      if (schema.format === "date-time") return "2031-02-03T04:05:06Z";
      return value === "moved" ? "moved again" : "moved";
    }
    case "array": {
      const items = schema.items;
      const before = Array.isArray(value) ? (value as readonly Json[]) : [];
      if ("type" in items && items.type !== "object") {
        const other = otherValue(items, before[0]);
        if (other === undefined) return [];
        return before.includes(other) ? before.filter((item) => item !== other) : [...before, other];
      }
      return [...before, madeItem(items, schema.itemKey)];
    }
    case "object":
      if (!("properties" in schema)) return { ...(isJsonObject(value) ? value : {}), moved: "by-hand" };
      return Object.fromEntries(
        Object.entries(schema.properties).flatMap(([name, field]) => {
          const value = otherValue(field, undefined);
          return value === undefined ? [] : [[name, value]];
        }),
      );
  }
}

/** The key of an item that was not there before. */
export const madeKey = "moved-item";

function madeItem(items: Schema, itemKey: string | undefined): Json {
  const schema = "oneOf" in items ? items.oneOf[0] : items;
  const made = schema === undefined ? null : otherValue(schema, undefined);
  return isJsonObject(made) && itemKey !== undefined ? { ...made, [itemKey]: madeKey } : (made ?? null);
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Other spellings of what stands at a place, which mean the same; undefined: nothing is there. */
export function otherSpellings({
  schema,
  value,
}: Place): readonly { readonly what: string; readonly value: Json | undefined }[] {
  if ("oneOf" in schema) return [];
  const { absentMeans } = schema;
  const isEmpty = Array.isArray(value) && value.length === 0;
  const isAbsent = value === undefined || value === null || value === absentMeans || isEmpty;
  const forms: { what: string; value: Json | undefined }[] = [];
  if (isAbsent) {
    forms.push({ what: "absent", value: undefined }, { what: "null", value: null });
    if (absentMeans !== undefined) forms.push({ what: "the default", value: absentMeans });
    if (schema.type === "array") forms.push({ what: "an empty list", value: [] });
    if (schema.type === "object") forms.push({ what: "an empty map", value: {} });
  }
  if (typeof value === "string" && schema.type === "string") {
    if (schema.equality === "ignore-case")
      forms.push(
        { what: "capitals", value: value.toUpperCase() },
        { what: "small letters", value: value.toLowerCase() },
      );
    if (schema.format === "duration" && value === "PT8H") forms.push({ what: "minutes", value: "PT480M" });
    if (schema.format === "duration" && value === "P365D") forms.push({ what: "hours", value: "PT8760H" });
    if (schema.format === "date-time") forms.push({ what: "another offset", value: value.replace(/Z$/, "+00:00") });
  }
  if (schema.type === "array" && schema.unordered === true && Array.isArray(value) && value.length > 1)
    forms.push({ what: "another order", value: [...(value as readonly Json[])].reverse() });
  return forms;
}
