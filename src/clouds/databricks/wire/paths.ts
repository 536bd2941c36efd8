/** Paths on a workspace's host, without leading slash. Source: Databricks REST API; SDK host metadata. */
export const databricksPaths = {
  /** GET, PATCH, DELETE. There is one setting of this type in a workspace, and its name is always `default`. */
  restrictWorkspaceAdmins: "api/2.0/settings/types/restrict_workspace_admins/names/default",
  /** GET: who the caller is, as a SCIM user. */
  currentUser: "api/2.0/preview/scim/v2/Me",
  /** GET, without credentials: which kind of host this is. */
  hostMetadata: ".well-known/databricks-config",
} as const;

/** An account console's host name starts with this; a workspace's never does. */
export const accountHostPrefix = "accounts.";

/** `host_type` in the host metadata. */
export type HostType = "workspace" | "account" | "unified";

/** Headers by which clients say which workspace they mean: most of them, and the JavaScript one. */
export const workspaceHeaders = ["x-databricks-workspace-id", "x-databricks-org-id"] as const;
