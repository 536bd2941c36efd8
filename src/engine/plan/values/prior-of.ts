import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { ResourceRecord } from "../../state/records/record.ts";

/** The last observation of a record, in the shape of a step's prior. */
export function priorOf(
  record: ResourceRecord,
  seen: { readonly outputs: JsonObject; readonly version: string } | null,
) {
  return {
    identity: record.identity,
    generation: record.generation,
    outputs: seen?.outputs ?? record.outputs,
    version: seen?.version ?? record.observed.version,
  };
}
