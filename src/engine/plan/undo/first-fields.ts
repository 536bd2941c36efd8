import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { missingBeforeDelete } from "../../../definitions/schema/before-delete.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import type { FieldChange } from "../plan.ts";

/** What a deletion gives its object first, where it does not have it. `stands`: the object as far as it is known. */
export function firstFields(definition: ResourceDefinition, stands: JsonObject): readonly FieldChange[] {
  return Object.entries(missingBeforeDelete(definition, stands)).map(([name, value]) => {
    const old = stands[name] ?? null;
    return {
      path: pointer("", name),
      ...(old === null ? {} : { old }),
      new: value,
      reason: "before deletion",
      replace: false,
    };
  });
}
