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

/** JSON type of a field, or the words it may be; `keyed` names what each element of a list must have, once. */
export type JobFieldType =
  | "text"
  | "integer"
  | "object"
  | "texts by name"
  | { readonly keyed: string }
  | { readonly words: readonly string[] };

/**
 * A job's settings, but for whom it runs as. `most` bounds a number, a text's length or how many elements there are.
 */
export const jobFields: Readonly<Record<string, { readonly type: JobFieldType; readonly most?: number }>> = {
  name: { type: "text", most: 4096 },
  description: { type: "text", most: 27_700 },
  tasks: { type: { keyed: "task_key" }, most: 1000 },
  job_clusters: { type: { keyed: "job_cluster_key" }, most: 100 },
  parameters: { type: { keyed: "name" } },
  environments: { type: { keyed: "environment_key" } },
  schedule: { type: "object" },
  trigger: { type: "object" },
  continuous: { type: "object" },
  tags: { type: "texts by name", most: 25 },
  max_concurrent_runs: { type: "integer", most: 1000 },
  timeout_seconds: { type: "integer" },
  edit_mode: { type: { words: ["UI_LOCKED", "EDITABLE"] } },
  format: { type: { words: ["SINGLE_TASK", "MULTI_TASK"] } },
  queue: { type: "object" },
  email_notifications: { type: "object" },
  webhook_notifications: { type: "object" },
  notification_settings: { type: "object" },
  git_source: { type: "object" },
  health: { type: "object" },
  deployment: { type: "object" },
  budget_policy_id: { type: "text" },
  usage_policy_id: { type: "text" },
  parent_path: { type: "text" },
  performance_target: { type: { words: ["PERFORMANCE_OPTIMIZED", "STANDARD"] } },
};
