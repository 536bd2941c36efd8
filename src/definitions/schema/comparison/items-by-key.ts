import { isJsonObject, type Json, ownMember } from "../../../../packages/base/json/json.ts";
import { fieldOf } from "../field-schema.ts";
import type { ListSchema } from "../schema.ts";

type Keyed = ReadonlyMap<string, { readonly name: string; readonly item: Json }>;

/**
 * The items of an unordered list under their keys, and how each spells its own; null where they have none, or share
 * one.
 */
export function itemsByKey({ unordered, items: schema, itemKey }: ListSchema, items: readonly Json[]): Keyed | null {
  if (unordered !== true || itemKey === undefined) return null;
  const field = "properties" in schema ? fieldOf(schema, itemKey) : undefined;
  const folds = field !== undefined && "equality" in field && field.equality === "ignore-case";
  const named = new Map<string, { readonly name: string; readonly item: Json }>();
  for (const item of items) {
    const name = isJsonObject(item) ? ownMember(item, itemKey) : undefined;
    if (typeof name !== "string") return null;
    const key = folds ? name.toLowerCase() : name;
    if (named.has(key)) return null;
    named.set(key, { name, item });
  }
  return named;
}
