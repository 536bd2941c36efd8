import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { compareValues } from "../comparison/compare-values.ts";
import type { ResourceDefinition } from "../definition.ts";
import { outputSchema } from "../field-schema.ts";
import { secretPlaces } from "../secret-values.ts";

/**
 * What of a `get`'s qualifiers is not as it was read, both sides shown; neither where one is sealed. Concurrency tags
 * qualify freshness, not equality.
 */
export function qualifierMismatches(
  definition: ResourceDefinition,
  outputs: JsonObject,
  wanted: JsonObject,
): readonly string[] {
  return compareValues(outputSchema(definition), outputs, wanted).map(({ pointer, old, new: want }) => {
    const isSealed = [old, want].some((value) => secretPlaces(value).length > 0);
    const [is, says] = isSealed ? ["(secret)", "(secret)"] : [shown(old), shown(want)];
    return `${pointer.slice(1).replaceAll("/", ".")} is ${is}, and the qualifier says ${says}`;
  });
}

function shown(value: Json | undefined): string {
  return JSON.stringify(value ?? null);
}
