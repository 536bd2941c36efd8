import type { JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { overlap } from "../../definitions/schema/place-values.ts";
import { driftedSince } from "../state/drift/drifted-since.ts";
import type { Intent } from "../state/journal.ts";

/**
 * Whether an object, as it is seen, has in a field what an update has asked for, and had something else before it: by
 * the look before the call, which may have lagged behind, or by the record (`recorded`: its outputs).
 */
export function tookInPart(
  { request, before }: Intent,
  definition: ResourceDefinition,
  seen: JsonObject,
  recorded: JsonObject = {},
): boolean {
  const { inputs, fields } = request;
  const unmet = (outputs: JsonObject) => driftedSince(definition, outputs, { inputs }, fields);
  const then = [before?.outputs ?? {}, recorded].flatMap(unmet);
  const now = unmet(seen);
  const isIn = (name: string) => (each: (typeof now)[number]) => overlap(each.pointer, pointer("", name));
  return fields.some((name) => then.some(isIn(name)) && !now.some(isIn(name)));
}
