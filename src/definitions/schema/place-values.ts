import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import { isMarker } from "./value.ts";

/** A value at a JSON pointer. */
export interface PlacedValue {
  readonly path: string;
  /** Null where there is none. */
  readonly value: Json;
}

/** The tree with other values at some places; a null takes out what stands there. */
export function withValues(tree: JsonObject, values: readonly PlacedValue[]): JsonObject {
  return values.reduce((changed, { path, value }) => placed(changed, pointerSegments(path), value), tree);
}

function placed(tree: JsonObject, [name, ...rest]: readonly string[], value: Json): JsonObject {
  if (name === undefined) return tree;
  const { [name]: old, ...others } = tree;
  if (rest.length === 0) return value === null ? others : { ...others, [name]: value };
  const inner = old !== undefined && isJsonObject(old) && !isMarker(old) ? old : {};
  return { ...others, [name]: placed(inner, rest, value) };
}

/** Whether two places have something in common: one is the other, or lies within it. */
export function overlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
