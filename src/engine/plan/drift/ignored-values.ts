import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { withValues } from "../../../definitions/schema/place-values.ts";
import type { IgnoredValue } from "../plan.ts";

/** Inputs with the values that stay as they are in place of the desired ones. */
export function withIgnored(inputs: JsonObject, left: readonly IgnoredValue[]): JsonObject {
  return withValues(inputs, left);
}
