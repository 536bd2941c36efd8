import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";

/**
 * Fields in which two looks at an object differ for that alone that it was renamed in between; none where it was not.
 */
export function renamedFields(definition: ResourceDefinition, before: JsonObject, now: JsonObject): readonly string[] {
  const { renamed = [] } = definition.identity;
  const [old, id] = [before["id"], now["id"]];
  const isSame = typeof old !== "string" || typeof id !== "string" || idKey(definition, old) === idKey(definition, id);
  return isSame ? [] : renamed;
}
