import { managementPlanes } from "../../../packages/vendor-wire/azure/management-planes.ts";
import { googleApis, googleHosts, hostOf, publicUniverse } from "../../../packages/vendor-wire/google/hosts.ts";
import { serviceUsageHost } from "../../../packages/vendor-wire/google/service-usage.ts";

/** The vendors' own origins by kind of provider. Of Databricks there are none that all share: each workspace has its own. */
const vendorOrigins: Readonly<Record<string, readonly string[]>> = {
  google: [...Object.values(googleHosts), serviceUsageHost(publicUniverse)],
  azure: managementPlanes.map(({ origin }) => origin),
};

const allVendorOrigins: ReadonlySet<string> = new Set(Object.values(vendorOrigins).flat());

/** True for a public address of a vendor, whose name needs no guard. */
export function isVendorOrigin(origin: string): boolean {
  return allVendorOrigins.has(origin);
}

/** What the environment says of the places that are usual. */
interface UsualPlaces {
  /** Origin of the workspace; null for none. */
  readonly workspace: string | null;
  /** Google's universe; left out for the public one. */
  readonly universe?: string | undefined;
}

/**
 * Where credentials of a kind go unless somebody says otherwise. A universe of Google's has credentials of its own, and a token
 * does not say which one it is for: only the environment that gives the credentials says that they are for another one.
 */
export function usualOrigins(kind: string, { workspace, universe = publicUniverse }: UsualPlaces): readonly string[] {
  if (kind === "google" && universe !== publicUniverse)
    return [...googleApis.map((api) => hostOf(api, universe)), serviceUsageHost(universe)];
  const own = Object.hasOwn(vendorOrigins, kind) ? (vendorOrigins[kind] ?? []) : [];
  return kind === "databricks" && workspace !== null ? [...own, workspace] : own;
}
