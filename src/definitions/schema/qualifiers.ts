import type { Json, JsonObject } from "../../base/json.ts";
import { compareValues } from "./compare-values.ts";
import type { ResourceDefinition } from "./definition.ts";
import { outputSchema } from "./field-schema.ts";
import { secretPlaces } from "./secret-values.ts";

/** What of a `get`'s qualifiers is not as it was read, both sides shown. Concurrency tags qualify freshness, not equality. */
export function qualifierMismatches(
  definition: ResourceDefinition,
  outputs: JsonObject,
  wanted: JsonObject,
): readonly string[] {
  return compareValues(outputSchema(definition), outputs, wanted).map(
    ({ pointer, old, new: want }) =>
      `${pointer.slice(1).replaceAll("/", ".")} is ${show(old)}, and the qualifier says ${show(want)}`,
  );
}

function show(value: Json | undefined): string {
  return secretPlaces(value).length > 0 ? "(secret)" : JSON.stringify(value ?? null);
}
