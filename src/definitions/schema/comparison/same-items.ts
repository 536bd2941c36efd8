import { canonicalJson } from "../../../../packages/base/json/canonical-json.ts";
import { type Json, jsonEqual } from "../../../../packages/base/json/json.ts";
import type { Schema, StringSchema } from "../schema.ts";

/**
 * Whether two lists of one length have the same texts, each as often, in any order. They are sorted rather than paired,
 * so that long lists stay cheap.
 */
export function sameTexts({ equality }: StringSchema, one: readonly string[], other: readonly string[]): boolean {
  const sorted = (texts: readonly string[]) =>
    texts.map((text) => (equality === "ignore-case" ? text.toLowerCase() : text)).sort();
  return jsonEqual(sorted(one), sorted(other));
}

export function areTexts(items: readonly Json[]): items is readonly string[] {
  return items.every((item) => typeof item === "string");
}

/** The schema of items that are the same exactly where their texts are, but for the case where that has no meaning. */
export function plainTextSchema(items: Schema): StringSchema | undefined {
  if (!("type" in items) || items.type !== "string" || items.volatile !== undefined) return undefined;
  return items.format === "duration" || items.format === "date-time" ? undefined : items;
}

/** What is left of two lists once each item that the other has as well, member for member, is taken from both. */
export function withoutEqual(
  one: readonly Json[],
  other: readonly Json[],
): { readonly one: readonly Json[]; readonly other: readonly Json[] } {
  const places = new Map<string, number[]>();
  for (const [index, item] of other.entries()) {
    const text = canonicalJson(item);
    const known = places.get(text);
    if (known === undefined) places.set(text, [index]);
    else known.push(index);
  }
  const taken = new Set<number>();
  const left = one.filter((item) => {
    const place = places.get(canonicalJson(item))?.pop();
    if (place !== undefined) taken.add(place);
    return place === undefined;
  });
  return { one: left, other: other.filter((_, index) => !taken.has(index)) };
}
