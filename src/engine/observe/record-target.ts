import type { Target } from "../ports/driver.ts";
import type { ResourceRecord } from "../state/record.ts";

/** A managed object's name on the platform. */
export function recordTarget(record: ResourceRecord): Target {
  const { ref, kind, config } = record.provider;
  return {
    type: record.type,
    apiVersion: record.apiVersion,
    provider: { ref, kind, config },
    id: record.identity.id,
    variables: record.identity.variables,
  };
}
