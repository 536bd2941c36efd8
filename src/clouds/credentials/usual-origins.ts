import { managementPlanes } from "../arm/wire/management-planes.ts";
import { googleHosts } from "../google/wire/hosts.ts";

/** The vendors' own origins by kind of provider. Of Databricks there are none that all share: each workspace has its own. */
const vendorOrigins: Readonly<Record<string, readonly string[]>> = {
  google: Object.values(googleHosts),
  azure: managementPlanes.map(({ origin }) => origin),
};

const allVendorOrigins: ReadonlySet<string> = new Set(Object.values(vendorOrigins).flat());

/** True for a public address of a vendor, whose name needs no guard. */
export function isVendorOrigin(origin: string): boolean {
  return allVendorOrigins.has(origin);
}

/** Where credentials of a kind go unless somebody says otherwise; `workspace` is the one that the environment names. */
export function usualOrigins(kind: string, workspace: string | null): readonly string[] {
  const own = Object.hasOwn(vendorOrigins, kind) ? (vendorOrigins[kind] ?? []) : [];
  return kind === "databricks" && workspace !== null ? [...own, workspace] : own;
}
