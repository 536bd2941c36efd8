/** Paths on a workspace's host, without leading slash. Source: Databricks REST API; SDK host metadata. */
export const databricksPaths = {
  /** GET, PATCH, DELETE. There is one setting of this type in a workspace, and its name is always `default`. */
  restrictWorkspaceAdmins: "api/2.0/settings/types/restrict_workspace_admins/names/default",
  /** GET: who the caller is, as a SCIM user. */
  currentUser: "api/2.0/preview/scim/v2/Me",
  /** GET, without credentials: which kind of host this is. */
  hostMetadata: ".well-known/databricks-config",
} as const;

/**
 * An account console's host name starts with one of these; a workspace's never does. Source: the vendor's Go SDK,
 * config.
 */
const accountHostPrefixes = ["accounts.", "accounts-dod."] as const;

/** True for the name of an account console's host. */
export function isAccountHost(hostname: string): boolean {
  return accountHostPrefixes.some((each) => hostname.startsWith(each));
}

/** Domains that the vendor's own hosts are in. Source: the vendor's SDKs, environments. */
const vendorDomains = [
  "databricks.com",
  "databricks.us",
  "databricks.mil",
  "azuredatabricks.net",
  "databricks.azure.us",
  "databricks.azure.cn",
] as const;

/** Names that the vendor gives to hosts of one workspace: `adb-1.2.`, `dbc-1a2b-3c4d.`, `1.2.gcp.` */
const oneWorkspace = /^(adb-|dbc-|\d+\.\d+\.gcp\.)/;

/** True for a host of the vendor's whose name does not say that it is one workspace's: it may serve several. */
export function mayServeSeveral(hostname: string): boolean {
  return vendorDomains.some((each) => hostname.endsWith(`.${each}`)) && !oneWorkspace.test(hostname);
}

/** `host_type` in the host metadata. */
export type HostType = "workspace" | "account" | "unified";

/** Headers by which clients say which workspace they mean: most of them, and the JavaScript one. */
export const workspaceHeaders = ["x-databricks-workspace-id", "x-databricks-org-id"] as const;
