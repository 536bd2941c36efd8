import { digest } from "../../../packages/base/digest.ts";
import { isJsonObject, type Json, type JsonObject, mapMembers } from "../../../packages/base/json/json.ts";

/**
 * What stands for the content of an object where its platform has no version tag. A null below the first level counts
 * as absent: it says nothing that the platform said, and records of older versions have none.
 */
export function contentDigest(outputs: JsonObject): string {
  return digest(mapMembers(outputs, withoutNulls));
}

function withoutNulls(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (!isJsonObject(value)) return mapMembers(value, withoutNulls);
  const kept = Object.values(value).includes(null)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
    : value;
  return mapMembers(kept, withoutNulls);
}
