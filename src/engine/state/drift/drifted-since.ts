import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { compareValues, type Difference } from "../../../definitions/schema/comparison/compare-values.ts";
import { withDocumentedDefaults } from "../../../definitions/schema/comparison/documented-defaults.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { overlap } from "../../../definitions/schema/place-values.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import type { ResourceRecord } from "../records/record.ts";

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
