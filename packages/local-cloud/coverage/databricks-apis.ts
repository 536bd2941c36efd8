import type { CoveredApi } from "./covered-api.ts";

const setting = "api/2.0/settings/types/restrict_workspace_admins/names/default";
const tokens = "api/2.0/token-management/tokens";
const jobs = "api/2.2/jobs";
const jobPermissions = "api/2.0/permissions/jobs/{job_id}";
const scim = "api/2.0/preview/scim/v2";
const ruleSets = "api/2.0/preview/accounts/access-control/rule-sets";
const accountRuleSets = "api/2.0/preview/accounts/{account_id}/access-control/rule-sets";
const assignments = "api/2.0/accounts/{account_id}/workspaces/{workspace_id}/permissionassignments";
const robot = "33333333-3333-4333-8333-333333333333";
const ruleSet = `accounts/{account_id}/servicePrincipals/${robot}/ruleSets/default`;
const owner = { access_control_list: [{ user_name: "admin@local.example", permission_level: "IS_OWNER" }] };
const noRules = { name: ruleSet, rule_set: { name: ruleSet, etag: "{etag}", grant_rules: [] } };

export const databricks: CoveredApi = {
  title: "Databricks: the restrict-workspace-admins setting and what it governs",
  source: "vendor's SDKs of August 2026",
  values: { account_id: "00000000-0000-4000-8000-0000000000ac", workspace_id: "1000000000000001" },
  seeds: [{ kind: "workspaceServicePrincipal", applicationId: robot }],
  operations: [
    { name: "RestrictWorkspaceAdmins.get", method: "GET", path: setting, keeps: { etag: "/etag" } },
    {
      name: "RestrictWorkspaceAdmins.update",
      method: "PATCH",
      path: setting,
      body: {
        allow_missing: true,
        field_mask: "restrict_workspace_admins.status",
        setting: { etag: "{etag}", setting_name: "default", restrict_workspace_admins: { status: "ALLOW_ALL" } },
      },
      keeps: { etag: "/etag" },
    },
    { name: "RestrictWorkspaceAdmins.delete", method: "DELETE", path: setting, query: "etag={etag}" },
    {
      name: "TokenManagement.createOboToken",
      method: "POST",
      path: "api/2.0/token-management/on-behalf-of/tokens",
      body: { application_id: robot, lifetime_seconds: 3600 },
      keeps: { token_id: "/token_info/token_id" },
    },
    { name: "TokenManagement.list", method: "GET", path: tokens },
    { name: "TokenManagement.get", method: "GET", path: `${tokens}/{token_id}` },
    {
      name: "TokenManagement.update",
      method: "PATCH",
      path: `${tokens}/{token_id}`,
      body: { token: { comment: "of the robot" }, update_mask: "comment" },
    },
    { name: "TokenManagement.delete", method: "DELETE", path: `${tokens}/{token_id}` },
    {
      name: "Jobs.create",
      method: "POST",
      path: `${jobs}/create`,
      body: { name: "nightly" },
      keeps: { job_id: "/job_id" },
    },
    { name: "Jobs.get", method: "GET", path: `${jobs}/get`, query: "job_id={job_id}" },
    { name: "Jobs.list", method: "GET", path: `${jobs}/list` },
    {
      name: "Jobs.update",
      method: "POST",
      path: `${jobs}/update`,
      body: { job_id: "{job_id}", new_settings: { name: "daily" } },
    },
    {
      name: "Jobs.reset",
      method: "POST",
      path: `${jobs}/reset`,
      body: { job_id: "{job_id}", new_settings: { name: "weekly" } },
    },
    { name: "Jobs.getPermissions", method: "GET", path: jobPermissions },
    { name: "Jobs.setPermissions", method: "PUT", path: jobPermissions, body: owner },
    { name: "Jobs.updatePermissions", method: "PATCH", path: jobPermissions, body: owner },
    { name: "Jobs.delete", method: "POST", path: `${jobs}/delete`, body: { job_id: "{job_id}" } },
    {
      name: "AccountAccessControlProxy.getRuleSet",
      method: "GET",
      path: ruleSets,
      query: `name=${ruleSet}&etag=`,
      keeps: { etag: "/etag" },
    },
    {
      name: "AccountAccessControlProxy.updateRuleSet",
      method: "PUT",
      path: ruleSets,
      body: noRules,
    },
    {
      name: "AccountAccessControl.getRuleSet",
      method: "GET",
      path: accountRuleSets,
      isOfAccount: true,
      query: `name=${ruleSet}&etag=`,
      keeps: { etag: "/etag" },
    },
    {
      name: "AccountAccessControl.updateRuleSet",
      method: "PUT",
      path: accountRuleSets,
      isOfAccount: true,
      body: noRules,
    },
    { name: "CurrentUser.me", method: "GET", path: `${scim}/Me` },
    {
      name: "Users.create",
      method: "POST",
      path: `${scim}/Users`,
      body: { userName: "ada@example.com" },
      keeps: { id: "/id", principal_id: "/id" },
    },
    { name: "Users.list", method: "GET", path: `${scim}/Users` },
    { name: "Users.get", method: "GET", path: `${scim}/Users/{id}` },
    {
      name: "WorkspaceAssignment.update",
      method: "PUT",
      path: `${assignments}/principals/{principal_id}`,
      isOfAccount: true,
      body: { permissions: ["USER"] },
    },
    { name: "WorkspaceAssignment.list", method: "GET", path: assignments, isOfAccount: true },
    {
      name: "WorkspaceAssignment.delete",
      method: "DELETE",
      path: `${assignments}/principals/{principal_id}`,
      isOfAccount: true,
    },
    { name: "Users.delete", method: "DELETE", path: `${scim}/Users/{id}` },
    {
      name: "ServicePrincipals.create",
      method: "POST",
      path: `${scim}/ServicePrincipals`,
      body: { displayName: "robot" },
      keeps: { id: "/id" },
    },
    { name: "ServicePrincipals.list", method: "GET", path: `${scim}/ServicePrincipals` },
    { name: "ServicePrincipals.get", method: "GET", path: `${scim}/ServicePrincipals/{id}` },
    { name: "ServicePrincipals.delete", method: "DELETE", path: `${scim}/ServicePrincipals/{id}` },
    { name: "host metadata", method: "GET", path: ".well-known/databricks-config" },
    { name: "OAuth metadata", method: "GET", path: "oidc/.well-known/oauth-authorization-server" },
  ],
};
