import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { declarableInputs } from "../declarable.ts";
import type { ResourceDefinition } from "../definition.ts";
import { compareValues } from "./compare-values.ts";
import { echoIdentity } from "./echo.ts";
import { movedValues } from "./moved-values.ts";

/** Whether an object, by its outputs, has every input that was wanted, whatever the spelling. */
export function isAsWanted(definition: ResourceDefinition, outputs: JsonObject, wanted: JsonObject): boolean {
  return compareValues(definition.inputs, echoIdentity(definition, outputs, wanted), wanted).length === 0;
}

/**
 * Whether an object has the same inputs at two looks, none besides; null means that it was not there. What has another
 * value of an output that never changes is another object of the name.
 */
export function isUnmoved(definition: ResourceDefinition, before: JsonObject | null, now: JsonObject | null): boolean {
  if (before === null || now === null) return before === now;
  if (isMadeAnew(definition, before, now)) return false;
  const inputsOf = (outputs: JsonObject) => declarableInputs(definition, outputs);
  return movedValues(definition.inputs, inputsOf(before), inputsOf(echoIdentity(definition, now, before))).length === 0;
}

/**
 * Whether an output that the platform gives once, and that does not follow from the name, tells of another object; null
 * tells nothing.
 */
function isMadeAnew({ outputs }: ResourceDefinition, before: JsonObject, now: JsonObject): boolean {
  return Object.entries(outputs.properties).some(([name, { immutable, composed }]) => {
    const [was, is] = [before[name] ?? null, now[name] ?? null];
    if (immutable !== true || composed !== undefined || was === null || is === null) return false;
    return movedValues(outputs, { [name]: was }, { [name]: is }).length > 0;
  });
}
