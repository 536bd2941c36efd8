import { type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { secretMask } from "../../../../packages/base/text/secret-mask.ts";
import { compareValues } from "../comparison/compare-values.ts";
import type { ResourceDefinition } from "../definition.ts";
import { fieldOf, outputSchema } from "../field-schema.ts";
import { secretPlaces } from "../secret-values.ts";

/**
 * What of a `get`'s qualifiers is not as it was read, both sides shown; neither where one is sealed. A tag that is
 * asked for is compared like any other value.
 */
export function qualifierMismatches(
  definition: ResourceDefinition,
  outputs: JsonObject,
  wanted: JsonObject,
): readonly string[] {
  const schema = outputSchema(definition);
  const tags = Object.keys(wanted).flatMap((name) => {
    const [old, want] = [outputs[name] ?? null, wanted[name] ?? null];
    const isTag = fieldOf(schema, name)?.precondition === true;
    return isTag && !jsonEqual(old, want) ? [{ pointer: pointer("", name), old, new: want }] : [];
  });
  // Of a map, as of all else, only the keys that are named are asked about.
  const asked = compareValues(schema, outputs, wanted).filter((each) => each.new !== undefined);
  return [...asked, ...tags].map(({ pointer, old, new: want }) => {
    const isSealed = [old, want].some((value) => secretPlaces(value).length > 0);
    const [is, says] = isSealed ? [secretMask, secretMask] : [shown(old), shown(want)];
    return `${pointer.slice(1).replaceAll("/", ".")} is ${is}, and the qualifier says ${says}`;
  });
}

function shown(value: Json | undefined): string {
  return JSON.stringify(value ?? null);
}
