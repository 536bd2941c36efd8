import { type Json, type JsonObject, jsonEqual } from "../../../../packages/base/json/json.ts";
import { pointerSegments, valueAt } from "../../../../packages/base/json/pointer.ts";
import { compareValues } from "../../../definitions/schema/comparison/compare-values.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { fieldOf } from "../../../definitions/schema/field-schema.ts";
import { touches } from "../../../definitions/schema/option-path.ts";
import type { Value } from "../../../definitions/schema/value.ts";
import type { FieldChange } from "../plan.ts";

export interface Comparison {
  readonly definition: ResourceDefinition;
  /** What is seen, in the inputs' words. */
  readonly seen: JsonObject;
  /** What is wanted; null clears. */
  readonly wanted: JsonObject;
  /** What was written last; null when nothing was written by us. */
  readonly written: JsonObject | null;
  /** Fields that the declaration gives itself. */
  readonly declared: ReadonlySet<string>;
  readonly replaceOnChanges: readonly string[];
}

/** Field by field: what differs, why, and whether that forces replacement. */
export function fieldChanges(comparison: Comparison): readonly FieldChange[] {
  const { definition, seen, wanted, written } = comparison;
  return compareValues(definition.inputs, seen, wanted).map(({ pointer, old, new: want }) => ({
    path: pointer,
    ...(old === undefined || old === null ? {} : { old }),
    ...(want === undefined || want === null ? {} : { new: want }),
    reason:
      written !== null && jsonEqual(valueAt(written, pointer) ?? null, (want ?? null) as Json) ? "drifted" : "declared",
    replace: forcesReplacement(pointer, old, want, comparison),
  }));
}

/** What a deletion that puts former values back changes of what is seen; it forces nothing. */
export function putBackFields(
  definition: ResourceDefinition,
  seen: JsonObject,
  wanted: JsonObject,
): readonly FieldChange[] {
  return compareValues(definition.inputs, seen, wanted).map(({ pointer, old, new: want }) => ({
    path: pointer,
    ...(old === undefined ? {} : { old }),
    ...(want === undefined || want === null ? {} : { new: want }),
    reason: "declared",
    replace: false,
  }));
}

/** What is written on create: every input that is given, each a field without an old value. */
export function creationFields(inputs: JsonObject): readonly FieldChange[] {
  return Object.entries(inputs).map(([name, value]: [string, Value]) => ({
    path: `/${name}`,
    new: value,
    reason: "declared" as const,
    replace: false,
  }));
}

function forcesReplacement(
  pointer: string,
  old: Json | undefined,
  want: Value | undefined,
  { definition, declared, replaceOnChanges }: Comparison,
): boolean {
  const segments = pointerSegments(pointer);
  const [field] = segments;
  if (field === undefined) return false;
  if (replaceOnChanges.some((path) => touches(path, segments, old, want as Json | undefined))) return true;
  const schema = fieldOf(definition.inputs, field);
  // A name composed of other inputs follows them: only a declared one is the user's own to change.
  if (schema?.default?.from === "composed" && !declared.has(field)) return false;
  return schema?.replace === true;
}
