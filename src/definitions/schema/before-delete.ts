import type { JsonObject } from "../../../packages/base/json/json.ts";
import { compareValues } from "./comparison/compare-values.ts";
import type { ResourceDefinition } from "./definition.ts";

/**
 * What an object must get before the platform deletes it and does not have: inputs by name. `stands`: its outputs, or
 * its inputs where those are all that is known of it. Empty where the definition asks for nothing, or the object has
 * it.
 */
export function missingBeforeDelete({ beforeDelete = {}, inputs }: ResourceDefinition, stands: JsonObject): JsonObject {
  const missing = Object.entries(beforeDelete).filter(
    ([name, value]) => compareValues(inputs, stands, { [name]: value }).length > 0,
  );
  return Object.fromEntries(missing);
}
