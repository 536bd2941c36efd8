import type { Catalog } from "../../../definitions/schema/definition.ts";
import { claimKey, type ResourceRecord } from "../../../engine/state/records/record.ts";

/** The claim of a record. */
export function claimKeyOf(
  { type, provider, identity }: Pick<ResourceRecord, "type" | "provider" | "identity">,
  { resources }: Catalog,
): string {
  return claimKey(provider.cloudId, identity.claim, resources[type]?.identity.ignoreCase === true);
}
