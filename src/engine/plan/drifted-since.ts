import type { JsonObject } from "../../base/json.ts";
import { pointerSegments } from "../../base/pointer.ts";
import { compareValues, type Difference } from "../../definitions/schema/compare-values.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { withDocumentedDefaults } from "../../definitions/schema/documented-defaults.ts";
import { echoIdentity } from "../../definitions/schema/echo.ts";
import { overlap } from "../../definitions/schema/place-values.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { ResourceRecord } from "../state/record.ts";
import type { FieldChange } from "./plan.ts";

type Recorded = Pick<ResourceRecord, "inputs">;

/** Where an object is seen otherwise than its record has it: what others have set since. `old` is what is seen. */
export function driftedSince(
  definition: ResourceDefinition,
  outputs: JsonObject,
  { inputs }: Recorded,
  /** Inputs that are looked at although none is recorded. */
  besides: readonly string[] = [],
): readonly Difference[] {
  const seen = declarableInputs(definition, echoIdentity(definition, outputs, inputs));
  const absent = besides.filter((name) => !Object.hasOwn(inputs, name));
  const recorded = { ...inputs, ...Object.fromEntries(absent.map((name) => [name, null])) };
  // What is recorded in the clear and seen sealed, since a secret is to be written there, can't be compared.
  const recordedSealed = secretPlaces(recorded);
  const sealed = secretPlaces(seen).filter((place) => !recordedSealed.includes(place));
  return compareValues(definition.inputs, seen, withDocumentedDefaults(definition.inputs, recorded)).filter(
    ({ pointer: path }) => !sealed.some((place) => overlap(place, path)),
  );
}

/** Changes that write over what others have set since are marked as drifted, and no others. */
export function markDrifted(
  fields: readonly FieldChange[],
  definition: ResourceDefinition,
  outputs: JsonObject,
  record: Recorded,
): readonly FieldChange[] {
  if (fields.length === 0) return fields;
  const names = fields.map(({ path }) => pointerSegments(path)[0] ?? "");
  const drifted = driftedSince(definition, outputs, record, names);
  return fields.map((field) => {
    if (field.reason === "identity") return field;
    const isDrifted = drifted.some(({ pointer }) => overlap(pointer, field.path));
    return { ...field, reason: isDrifted ? "drifted" : "declared" };
  });
}
