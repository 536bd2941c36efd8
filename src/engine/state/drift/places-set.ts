import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { overlap } from "../../../definitions/schema/place-values.ts";
import type { Intent } from "../journal.ts";
import { driftedSince } from "./drifted-since.ts";

/** Tells of a place whether an object is seen there as a call was to set it, by what its fields compare as equal. */
export function placesSetBy(
  { operation, request: { inputs, fields } }: Intent,
  definition: ResourceDefinition,
  outputs: JsonObject,
): (path: string) => boolean {
  const unmet = operation === "update" ? driftedSince(definition, outputs, { inputs }, fields) : [];
  return (path) =>
    operation === "update" &&
    fields.some((name) => overlap(pointer("", name), path)) &&
    !unmet.some((each) => overlap(each.pointer, path));
}
