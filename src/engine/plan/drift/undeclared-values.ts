import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { fieldOf } from "../../../definitions/schema/field-schema.ts";
import type { ObjectSchema } from "../../../definitions/schema/schema.ts";
import { isMarker } from "../../../definitions/schema/value.ts";
import type { FieldChange, IgnoredValue } from "../plan.ts";

/**
 * What stands below inputs that a write sends whole, is declared nowhere and was never written by us: it stays as it
 * is, like an undeclared input that the write does not send. `before`: the inputs as we last wrote them.
 */
export function undeclaredValues(
  schema: ObjectSchema,
  inputs: { readonly seen: JsonObject; readonly wanted: JsonObject; readonly before: JsonObject },
  fields: readonly FieldChange[],
  path = "",
): readonly IgnoredValue[] {
  const { seen, wanted, before } = inputs;
  return Object.keys(seen).flatMap((name): readonly IgnoredValue[] => {
    const at = `${path}${pointer("", name)}`;
    const isBelow = (place: string) => place === at || place.startsWith(`${at}/`);
    const [now = null, next, was] = [seen[name], wanted[name], before[name]];
    if (next === undefined) {
      // Below an input that is left out as a whole nothing is sent.
      const isLeft = path !== "" && was === undefined && !fields.some((field) => isBelow(field.path));
      return isLeft ? [{ path: at, value: now }] : [];
    }
    const field = fieldOf(schema, name);
    if (field === undefined || !("properties" in field)) return [];
    if (!isJsonObject(now) || !isJsonObject(next) || isMarker(next)) return [];
    if (path === "" && !fields.some((each) => isBelow(each.path))) return [];
    const deeper = { seen: now, wanted: next, before: isJsonObject(was) ? was : {} };
    return undeclaredValues(field, deeper, fields, at);
  });
}
