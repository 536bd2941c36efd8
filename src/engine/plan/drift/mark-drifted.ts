import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { overlap } from "../../../definitions/schema/place-values.ts";
import { driftedSince } from "../../state/drift/drifted-since.ts";
import type { ResourceRecord } from "../../state/records/record.ts";
import type { FieldChange } from "../plan.ts";

/** Changes that write over what others have set since are marked as drifted, and no others. */
export function markDrifted(
  fields: readonly FieldChange[],
  definition: ResourceDefinition,
  outputs: JsonObject,
  record: Pick<ResourceRecord, "inputs">,
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
