import { isJsonObject } from "../../base/json.ts";
import { matchesPattern } from "./patterns.ts";
import type { Schema, VendorLimit } from "./schema.ts";
import type { Value } from "./value.ts";
import { placesOf, plainKey } from "./walk-value.ts";

/** Where a value keeps the specification but breaks a tighter rule that only the vendor documents: advice, never an error. */
export function vendorLimitBreaches(
  schema: Schema,
  value: Value,
): readonly { readonly pointer: string; readonly says: string }[] {
  return placesOf(schema, value).flatMap((place) =>
    (place.schema.vendorLimits ?? [])
      .filter((limit) => breaks(limit, place.value))
      .map(({ says }) => ({ pointer: place.pointer, says })),
  );
}

function breaks(limit: VendorLimit, value: Value): boolean {
  if (typeof value === "string") {
    return (
      (limit.pattern !== undefined && !matchesPattern(limit.pattern, value)) ||
      (limit.values !== undefined && !limit.values.includes(value)) ||
      (limit.maxLength !== undefined && [...value].length > limit.maxLength)
    );
  }
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value).map(plainKey);
  const { maxProperties, keyPattern } = limit;
  return (
    (maxProperties !== undefined && keys.length > maxProperties) ||
    (keyPattern !== undefined && keys.some((key) => !matchesPattern(keyPattern, key)))
  );
}
