/**
 * Workspaces on Azure, which take Entra's tokens besides their own. Source: the vendor's Go SDK, `environments.go` and
 * `auth_azure_client_secret.go`.
 */

/** The application that tokens for a workspace are for, in each of Azure's clouds. */
export const entraApplication = "2ff814a6-3304-4ab8-85cb-cd0e6f879c1d";

/** Domains of workspaces by the cloud of Azure's that they are in, as `ARM_ENVIRONMENT` names it. */
const domains: Readonly<Record<string, string>> = {
  "azuredatabricks.net": "public",
  "databricks.azure.us": "usgovernment",
  "databricks.azure.cn": "china",
};

/** The cloud of Azure's that a workspace is in; undefined for a host that is not on Azure. */
export function azureCloudOfHost(hostname: string): string | undefined {
  const domain = Object.keys(domains).find((each) => hostname.endsWith(`.${each}`));
  return domain === undefined ? undefined : domains[domain];
}

/**
 * What a service principal shows that is no member of the workspace yet: that it may manage the workspace, and which
 * one it means.
 */
export const managementHeaders = {
  token: "x-databricks-azure-sp-management-token",
  workspace: "x-databricks-azure-workspace-resource-id",
} as const;
