/** Jobs and their permissions. Source: Databricks REST API, Jobs 2.1 and 2.2, Permissions 2.0. */
export const jobVersions: readonly string[] = ["2.1", "2.2"];

export const jobPaths = {
  create: "api/{version}/jobs/create",
  get: "api/{version}/jobs/get",
  list: "api/{version}/jobs/list",
  update: "api/{version}/jobs/update",
  reset: "api/{version}/jobs/reset",
  delete: "api/{version}/jobs/delete",
} as const;

export const permissionPaths = {
  /** GET, PUT (replaces), PATCH (merges). */
  job: "api/2.0/permissions/jobs/{job_id}",
  jobLevels: "api/2.0/permissions/jobs/{job_id}/permissionLevels",
  /** Who may have personal access tokens in the workspace. */
  tokens: "api/2.0/permissions/authorization/tokens",
  tokenLevels: "api/2.0/permissions/authorization/tokens/permissionLevels",
} as const;

/** What a level allows, from the least to the most. */
export const jobLevels = {
  CAN_VIEW: "Can view the job and its runs",
  CAN_MANAGE_RUN: "Can view, run and cancel the job",
  CAN_MANAGE: "Can change the job, its permissions and its runs",
  IS_OWNER: "Owns the job; there is exactly one owner, a user or a service principal",
} as const;

export const tokenLevels = {
  CAN_USE: "Can have and use personal access tokens",
} as const;

/** Whom a job runs as, or whom an access control entry is for: exactly one of the three. */
export const principalFields = {
  user_name: "users",
  service_principal_name: "servicePrincipals",
  group_name: "groups",
} as const;
export type PrincipalField = keyof typeof principalFields;
