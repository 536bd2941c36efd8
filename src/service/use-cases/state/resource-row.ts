import type { ResourceRow, ResourceView } from "../../../contract/documents/resources.ts";
import { awaitsDeclaration, type ResourceRecord } from "../../../engine/state/records/record.ts";

/** A record in a list. */
export function resourceRow(record: ResourceRecord): ResourceRow {
  return {
    name: record.address,
    type: record.type,
    id: presentId(record),
    provider: record.provider.ref,
    status: record.status,
    ...(awaitsDeclaration(record) ? { awaitsDeclaration: true } : {}),
  };
}

/** The id that the object was last seen to have: a platform may have renamed it since the last run. */
function presentId({ identity, outputs }: ResourceRecord): string {
  const { id } = outputs;
  return typeof id === "string" ? id : identity.id;
}

/** A record with all that is believed of its object. */
export function resourceView(record: ResourceRecord): ResourceView {
  const { inputs, outputs, dependsOn, apiVersion, generation, observed } = record;
  return { ...resourceRow(record), inputs, outputs, dependsOn, apiVersion, generation, observedAt: observed.at };
}
