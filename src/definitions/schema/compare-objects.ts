import type { JsonObject } from "../../base/json.ts";
import { compareValues } from "./compare-values.ts";
import { declarableInputs } from "./declarable.ts";
import type { ResourceDefinition } from "./definition.ts";
import { echoIdentity } from "./echo.ts";
import { movedValues } from "./moved-values.ts";

/** Whether an object, by its outputs, has every input that was wanted, whatever the spelling. */
export function isAsWanted(definition: ResourceDefinition, outputs: JsonObject, wanted: JsonObject): boolean {
  return compareValues(definition.inputs, echoIdentity(definition, outputs, wanted), wanted).length === 0;
}

/** Whether an object has the same inputs at two looks, none besides; null means that it was not there. */
export function isUnmoved(definition: ResourceDefinition, before: JsonObject | null, now: JsonObject | null): boolean {
  if (before === null || now === null) return before === now;
  const inputsOf = (outputs: JsonObject) => declarableInputs(definition, outputs);
  return movedValues(definition.inputs, inputsOf(before), inputsOf(echoIdentity(definition, now, before))).length === 0;
}
