import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { pointerSegments } from "../../base/pointer.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import type { LeftValue } from "./plan.ts";

/** Inputs with the values that stay as they are in place of the desired ones. */
export function withLeft(inputs: JsonObject, left: readonly LeftValue[]): JsonObject {
  return left.reduce((tree, { path, value }) => placed(tree, pointerSegments(path), value), inputs);
}

function placed(tree: JsonObject, [name, ...rest]: readonly string[], value: Json): JsonObject {
  if (name === undefined) return tree;
  const { [name]: old, ...others } = tree;
  if (rest.length === 0) return value === null ? others : { ...others, [name]: value };
  const inner = old !== undefined && isJsonObject(old) && !isMarker(old) ? old : {};
  return { ...others, [name]: placed(inner, rest, value) };
}
