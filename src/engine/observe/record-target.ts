import type { ProviderInstance, Target } from "../ports/driver.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { ObservationDesk } from "./observation-desk.ts";

/**
 * A managed object's name on the platform, and how it is reached: as it is declared by now, since what is recorded may be
 * of a principal or an interface version that is out of use.
 */
export function recordTarget(desk: ObservationDesk, record: ResourceRecord): Target {
  const node = desk.nodes.get(record.address);
  const declared = node?.kind === "resource" && node.type === record.type ? node : undefined;
  return {
    type: record.type,
    apiVersion: declared?.apiVersion ?? record.apiVersion,
    provider: reachedThrough(desk, record, declared?.provider ?? record.provider.ref),
    id: record.identity.id,
    variables: record.identity.variables,
    ...(record.observed.version === null ? {} : { atLeast: record.observed.version }),
  };
}

/** The declared provider of a name, where it leads to the cloud of the record; else the recorded one. */
function reachedThrough(desk: ObservationDesk, { provider }: ResourceRecord, ref: string): ProviderInstance {
  const declared = desk.declaredProvider(ref);
  if (declared?.kind === provider.kind && desk.cloudId(declared) === provider.cloudId) return declared;
  return { ref: provider.ref, kind: provider.kind, config: provider.config };
}
