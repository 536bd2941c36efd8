import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointer, valueAt } from "../../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";

/** Who changed an object last, and when, as far as its own values tell (decision 0103). */
export function lastChangeOf(
  definition: Pick<ResourceDefinition, "lastChange">,
  outputs: JsonObject,
): { readonly by?: string; readonly at?: string } {
  const text = (path: string | undefined) => {
    const value = path === undefined ? undefined : valueAt(outputs, pointer("", ...path.split(".")));
    return typeof value === "string" ? value : undefined;
  };
  const [by, at] = [text(definition.lastChange?.by), text(definition.lastChange?.at)];
  return { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
}
