/** Who is who in a workspace and who may use whom. Source: Databricks REST API, SCIM 2.0, account access control. */
const scim = "api/2.0/preview/scim/v2";
const accounts = "api/2.0/accounts/{account_id}";
const assignments = `${accounts}/workspaces/{workspace_id}/permissionassignments`;

export const directoryPaths = {
  /** GET, POST; one of them: GET, DELETE. */
  users: `${scim}/Users`,
  servicePrincipals: `${scim}/ServicePrincipals`,
  groups: `${scim}/Groups`,
  /** GET `?name=&etag=`, PUT: on a workspace's host and on the account's. */
  ruleSets: "api/2.0/preview/accounts/access-control/rule-sets",
  accountRuleSets: "api/2.0/preview/accounts/{account_id}/access-control/rule-sets",
  /** GET: who is assigned to a workspace. */
  assignments,
  /** PUT, DELETE. */
  assignment: `${assignments}/principals/{principal_id}`,
  /** GET, POST; one of them: DELETE. The first pair is the workspace's proxy of the second. */
  secrets: "api/2.0/accounts/servicePrincipals/{service_principal_id}/credentials/secrets",
  accountSecrets: `${accounts}/servicePrincipals/{service_principal_id}/credentials/secrets`,
} as const;

/** Names of rule sets; the one of a service principal says who may use and who may manage it. */
export const servicePrincipalRuleSet = "accounts/{account_id}/servicePrincipals/{application_id}/ruleSets/default";

/** Roles on a service principal. Managing one does not include using it. */
export const servicePrincipalRoles = {
  user: "roles/servicePrincipal.user",
  manager: "roles/servicePrincipal.manager",
} as const;

export type GrantRule = { readonly role: string; readonly principals: readonly string[] };

/** What a principal may do in a workspace it is assigned to. */
export const workspacePermissions = ["USER", "ADMIN"] as const;
export type WorkspacePermission = (typeof workspacePermissions)[number];

export const scimSchemas = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  servicePrincipal: "urn:ietf:params:scim:schemas:core:2.0:ServicePrincipal",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
} as const;
