import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import { compareValues } from "../../../definitions/schema/comparison/compare-values.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";

/**
 * What is recorded after an update: what was seen, but for inputs that the call did not write and that moved all the
 * same. Another hand was at work on those while the call was under way; they keep the values from before, so that the
 * next look tells of them as drift.
 */
export function withoutOthersHands(
  definition: ResourceDefinition,
  before: JsonObject,
  seen: JsonObject,
  written: readonly string[],
): JsonObject {
  let kept: Record<string, Json> | undefined;
  for (const [name, field] of Object.entries(definition.inputs.properties)) {
    if (written.includes(name) || field.precondition === true || field.volatile !== undefined) continue;
    const [old = null, now = null] = [before[name], seen[name]];
    if (old === now || compareValues(definition.inputs, { [name]: now }, { [name]: old }).length === 0) continue;
    kept ??= { ...seen };
    kept[name] = old;
  }
  return kept ?? seen;
}
