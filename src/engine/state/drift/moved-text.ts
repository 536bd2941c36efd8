import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { compareValues } from "../../../definitions/schema/comparison/compare-values.ts";
import { lastingOutputs } from "../../../definitions/schema/comparison/lasting-values.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { outputSchema } from "../../../definitions/schema/field-schema.ts";
import { toldValue } from "../../../definitions/schema/told-value.ts";

/**
 * Which fields of an object moved between two looks, and how, in words; empty where none did. Secrets are not shown.
 */
export function movedText(definition: ResourceDefinition, before: JsonObject, now: JsonObject): string {
  return compareValues(outputSchema(definition), lastingOutputs(definition, now), lastingOutputs(definition, before))
    .map(
      ({ pointer, old, new: was }) =>
        `${pointer.slice(1).replaceAll("/", ".")} went from ${toldValue(was)} to ${toldValue(old)}`,
    )
    .join(", ");
}
