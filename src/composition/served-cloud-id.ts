import type { Passage } from "../clouds/credentials/credential-rule.ts";
import { type VendorFetchOptions, vendorFetch } from "../clouds/credentials/vendor-fetch.ts";
import type { ProviderInstance } from "../engine/ports/driver.ts";

/**
 * What the local cloud on this machine calls itself to which a provider leads. Null for a vendor, which is not asked; for a local
 * cloud that does not tell; and for one that does not answer: the calls that follow say why.
 */
export async function servedCloudId(
  provider: ProviderInstance,
  passage: Passage,
  vendors: VendorFetchOptions,
): Promise<string | null> {
  if (passage.kind !== "local") return null;
  const [origin] = passage.origins;
  try {
    const answer = await vendorFetch(provider, passage, vendors)(new Request(`${origin}/_local/cloud`));
    if (!answer.ok) return null;
    const { id } = (await answer.json()) as { readonly id?: unknown };
    return typeof id === "string" ? id : null;
  } catch {
    return null;
  }
}
