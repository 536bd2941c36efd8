import { isJsonObject } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import type { Schema, VendorLimit } from "../schema.ts";
import { plainKey, type Value } from "../value.ts";
import { visitPlaces } from "../walk-value.ts";
import { matchesPattern } from "./patterns.ts";

/**
 * Where a value keeps the specification but breaks a tighter limit that only the vendor documents: advice, never an
 * error.
 */
export function vendorLimitBreaches(
  schema: Schema,
  value: Value,
): readonly { readonly pointer: string; readonly says: string }[] {
  const breaches: { readonly pointer: string; readonly says: string }[] = [];
  if (!namesLimits(schema)) return breaches;
  visitPlaces(schema, value, (under, current, here) => {
    for (const limit of under.vendorLimits ?? []) {
      const path = pointerSegments(here());
      const told = (...more: readonly string[]) => {
        const named = [...path, ...more];
        // Of several in one place it is told which.
        const says = named.length > 1 ? `\`${named.join(".")}\`: ${limit.says}` : limit.says;
        breaches.push({ pointer: here(), says });
      };
      if (breaks(limit, current)) told();
      for (const key of wrongKeys(limit, current)) told(key);
    }
  });
  return breaches;
}

/** Whether a schema tells of any such limit. */
function namesLimits(schema: Schema): boolean {
  if ((schema.vendorLimits ?? []).length > 0) return true;
  if ("oneOf" in schema) return schema.oneOf.some(namesLimits);
  if (schema.type === "array") return namesLimits(schema.items);
  if (schema.type !== "object") return false;
  if ("properties" in schema) return Object.values(schema.properties).some(namesLimits);
  return namesLimits(schema.additionalProperties);
}

function breaks(limit: VendorLimit, value: Value): boolean {
  if (typeof value === "string") {
    return (
      (limit.pattern !== undefined && !matchesPattern(limit.pattern, value)) ||
      (limit.values !== undefined && !limit.values.includes(value)) ||
      (limit.maxLength !== undefined && [...value].length > limit.maxLength)
    );
  }
  if (Array.isArray(value)) return limit.minItems !== undefined && value.length < limit.minItems;
  if (!isJsonObject(value)) return false;
  return limit.maxProperties !== undefined && Object.keys(value).length > limit.maxProperties;
}

function wrongKeys({ keyPattern }: VendorLimit, value: Value): readonly string[] {
  if (keyPattern === undefined || !isJsonObject(value)) return [];
  return Object.keys(value)
    .map(plainKey)
    .filter((key) => !matchesPattern(keyPattern, key));
}
