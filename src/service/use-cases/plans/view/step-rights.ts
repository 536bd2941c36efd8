import { isJsonObject, type Json, type JsonObject } from "../../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../../packages/base/json/pointer.ts";
import type { RightsChangeView } from "../../../../contract/documents/plans/differences.ts";
import type { Catalog } from "../../../../definitions/schema/definition.ts";
import { rightsChange } from "../../../../engine/difference/rights.ts";
import type { Step, WriteStep } from "../../../../engine/plan/plan.ts";
import type { StackState } from "../../../../engine/state/stack-state.ts";

/** Who gains and who loses what by a step; undefined where nobody does, or its resource grants nothing. */
export function stepRights(step: Step, { records }: StackState, { resources }: Catalog): RightsChangeView | undefined {
  const grants = resources[step.type]?.grants;
  if (grants === undefined) return undefined;
  if (step.kind === "write") return rightsChange(grants, before(step), step.desired);
  if (step.kind !== "removal" || step.how !== "delete" || step.superseded) return undefined;
  return rightsChange(grants, records.get(step.address)?.inputs, undefined);
}

/** What stands there before a write, as far as the step tells: all else stays as it is desired. */
function before({ action, prior, desired, fields }: WriteStep): JsonObject | undefined {
  if (action === "create" && prior === null) return undefined;
  return fields.reduce((made, { path, old }) => put(made, pointerSegments(path), old ?? null), desired);
}

function put(object: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...object, [name]: value };
  const member = object[name];
  return { ...object, [name]: put(isJsonObject(member) ? member : {}, rest, value) };
}
