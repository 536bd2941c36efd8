import type { ProviderInstance, Target } from "../ports/driver.ts";
import type { ResourceRecord } from "../state/records/record.ts";
import type { RefreshSession } from "./refresh-session.ts";

/**
 * A managed object's name on the platform, and how it is reached: as it is declared by now, since what is recorded may
 * be of a principal or an interface version that is out of use.
 */
export function recordTarget(session: RefreshSession, record: ResourceRecord): Target {
  const node = session.nodes.get(record.address);
  const declared = node?.kind === "resource" && node.type === record.type ? node : undefined;
  return {
    type: record.type,
    apiVersion: declared?.apiVersion ?? record.apiVersion,
    provider: reachedThrough(session, record, declared?.provider ?? record.provider.ref),
    id: record.identity.id,
    variables: record.identity.variables,
    ...(record.observed.version === null ? {} : { atLeast: record.observed.version }),
  };
}

/** The declared provider of a name, where it leads to the cloud of the record; else the recorded one. */
function reachedThrough(session: RefreshSession, { provider }: ResourceRecord, ref: string): ProviderInstance {
  const declared = session.declaredProvider(ref);
  if (declared?.kind === provider.kind && session.cloudId(declared) === provider.cloudId) return declared;
  return { ref: provider.ref, kind: provider.kind, config: provider.config };
}
