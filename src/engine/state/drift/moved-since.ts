import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer, pointerSegments } from "../../../../packages/base/json/pointer.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { type Moved, movedValues } from "../../../definitions/schema/comparison/moved-values.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { fieldOf, outputSchema } from "../../../definitions/schema/field-schema.ts";
import { touches } from "../../../definitions/schema/option-path.ts";
import type { Schema } from "../../../definitions/schema/schema.ts";
import { isSecret } from "../../../definitions/schema/value.ts";
import type { ResourceRecord } from "../records/record.ts";
import { renamedFields } from "./renamed-fields.ts";

/** A value that moved on the platform since it was recorded. */
export interface MovedValue extends Moved {
  /**
   * `out-of-band`: an input, which a declaration can give, be it declared or not. `output`: only the platform gives it.
   */
  readonly class: "out-of-band" | "output";
  /** The declaration leaves the field alone (`ignoreChanges`). */
  readonly ignored?: true;
}

/**
 * What moved on the platform since a record was written, inputs and outputs, declared or not. The fields that tell who
 * wrote last, and when, move with every write: they are a difference of their own only where nothing else shows what
 * was written.
 */
export function movedSince(
  record: Pick<ResourceRecord, "inputs" | "outputs" | "options">,
  definition: ResourceDefinition,
  seen: JsonObject,
): readonly MovedValue[] {
  if (seen === record.outputs) return [];
  const outputs = echoIdentity(definition, seen, record.inputs);
  const names = new Set(renamedFields(definition, record.outputs, seen).map((name) => pointer("", ...name.split("."))));
  const moved = movedValues(outputSchema(definition), record.outputs, outputs).filter(
    (each) => !isOnlySealed(each) && !names.has(each.path),
  );
  const told = Object.values(definition.lastChange ?? {}).map((path) => pointer("", ...path.split(".")));
  const values = moved.filter(({ path }) => !told.includes(path));
  const { ignoreChanges = [] } = record.options;
  return (values.length === 0 ? moved : values).map((each) => {
    const segments = pointerSegments(each.path);
    const isIgnored = ignoreChanges.some((path) => touches(path, segments, each.old, each.new));
    return {
      class: isInput(definition, segments) ? "out-of-band" : "output",
      ...each,
      ...(isIgnored ? { ignored: true } : {}),
    };
  });
}

/**
 * Whether one of two looks shows a value sealed and the other does not: an option has changed, and what it is can't be
 * compared.
 */
function isOnlySealed({ old, new: now }: Moved): boolean {
  return old !== undefined && now !== undefined && isSecret(old) !== isSecret(now);
}

/** Whether a place is one that a declaration can give. */
function isInput({ inputs }: ResourceDefinition, segments: readonly string[]): boolean {
  let schema: Schema | undefined = inputs;
  for (const segment of segments) {
    if (schema === undefined || !("properties" in schema)) return schema !== undefined;
    schema = fieldOf(schema, segment);
  }
  return schema !== undefined;
}
