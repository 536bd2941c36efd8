import { isJsonObject, type Json } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { isMarker } from "../../../definitions/schema/value.ts";

interface Leaf {
  readonly path: string;
  readonly value: Json;
}

/** The texts, numbers and other single values at a place and below it. */
export function leavesOf(value: Json, path: string): readonly Leaf[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => leavesOf(item, pointer(path, String(index))));
  if (!isJsonObject(value) || isMarker(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, pointer(path, name)));
}
