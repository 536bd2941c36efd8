/**
 * Facts of the vendor's REST API as its SDKs of August 2026 state them (databricks-sdk-go, databricks-sdk-py,
 * `@databricks/sdk-experimental` 0.17): what each method answers with, as JSON Schemas. Objects are closed: a member
 * that is not listed is wrong.
 */
interface Schema {
  readonly [keyword: string]:
    | string
    | boolean
    | readonly string[]
    | Schema
    | readonly Schema[]
    | Readonly<Record<string, Schema>>;
}

const text: Schema = { type: "string" };
const flag: Schema = { type: "boolean" };
const int64: Schema = { type: "integer" };
const open: Schema = { type: "object" };
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const list = (items: Schema): Schema => ({ type: "array", items });
const oneOf = (...values: readonly string[]): Schema => ({ type: "string", enum: values });

/** A `!` behind a member's name says that it is always there. */
function object(members: Readonly<Record<string, Schema>>): Schema {
  const named = Object.entries(members).map(([key, schema]) => [key.replace(/!$/, ""), schema] as const);
  return {
    type: "object",
    properties: Object.fromEntries(named),
    required: Object.keys(members).flatMap((key) => (key.endsWith("!") ? [key.slice(0, -1)] : [])),
    additionalProperties: false,
  };
}

const jobPermission = oneOf("CAN_VIEW", "CAN_MANAGE_RUN", "CAN_MANAGE", "IS_OWNER");
const errorInfo = "type.googleapis.com/google.rpc.ErrorInfo";

export const databricksSchemas: Readonly<Record<string, Schema>> = {
  Empty: object({}),
  Error: object({ "error_code!": { type: ["string", "integer"] }, "message!": text, details: list(ref("Detail")) }),
  // The platform before a service (who is it, may they, is there such a path) answers in its own shape.
  ScimError: {
    anyOf: [object({ "schemas!": list(text), "status!": text, detail: text, scimType: text }), ref("Error")],
  },
  OauthError: { anyOf: [object({ "error!": text, error_description: text }), ref("Error")] },
  Detail: {
    type: "object",
    properties: { "@type": { type: "string", pattern: "^type\\.googleapis\\.com/google\\.rpc\\.[A-Z][A-Za-z]+$" } },
    required: ["@type"],
    if: { type: "object", properties: { "@type": oneOf(errorInfo) } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: object({
      "@type": text,
      reason: text,
      domain: text,
      metadata: { type: "object", additionalProperties: text },
    }),
  },
  SettingMessage: object({
    "status!": oneOf("ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"),
    disable_gov_tag_creation: flag,
  }),
  Setting: object({ etag: text, "restrict_workspace_admins!": ref("SettingMessage"), setting_name: text }),
  DeletedSetting: object({ "etag!": text }),
  TokenInfo: object({
    token_id: text,
    comment: text,
    creation_time: int64,
    expiry_time: int64,
    created_by_id: int64,
    created_by_username: text,
    owner_id: int64,
    workspace_id: int64,
    last_used_day: int64,
    scopes: list(text),
    autoscope_state: text,
    inferred_scopes: list(text),
    backfill_scopes: list(text),
  }),
  MadeToken: object({ token_info: ref("TokenInfo"), token_value: text }),
  OneToken: object({ token_info: ref("TokenInfo") }),
  Tokens: object({ token_infos: list(ref("TokenInfo")) }),
  JobRunAs: object({ user_name: text, service_principal_name: text, group_name: text }),
  JobSettings: object({
    name: { type: "string" },
    description: text,
    run_as: ref("JobRunAs"),
    tasks: list(open),
    job_clusters: list(open),
    parameters: list(open),
    schedule: open,
    trigger: open,
    continuous: open,
    tags: { type: "object", additionalProperties: text },
    max_concurrent_runs: int64,
    timeout_seconds: int64,
    edit_mode: oneOf("UI_LOCKED", "EDITABLE"),
    format: oneOf("MULTI_TASK", "SINGLE_TASK"),
    queue: open,
    email_notifications: open,
    webhook_notifications: open,
    notification_settings: open,
    git_source: open,
    health: open,
    environments: list(open),
    budget_policy_id: text,
    usage_policy_id: text,
    performance_target: oneOf("PERFORMANCE_OPTIMIZED", "STANDARD"),
    parent_path: text,
    deployment: open,
  }),
  MadeJob: object({ job_id: int64 }),
  Job: object({
    job_id: int64,
    creator_user_name: text,
    run_as_user_name: text,
    created_time: int64,
    settings: ref("JobSettings"),
    effective_budget_policy_id: text,
    effective_usage_policy_id: text,
    has_more: flag,
    next_page_token: text,
    trigger_state: open,
  }),
  Jobs: object({ jobs: list(ref("Job")), has_more: flag, next_page_token: text, prev_page_token: text }),
  JobPermissions: object({
    object_id: text,
    object_type: text,
    access_control_list: list(
      object({
        user_name: text,
        group_name: text,
        service_principal_name: text,
        display_name: text,
        all_permissions: list(
          object({ permission_level: jobPermission, inherited: flag, inherited_from_object: list(text) }),
        ),
      }),
    ),
  }),
  RuleSet: object({
    "name!": text,
    "etag!": text,
    grant_rules: list(object({ "role!": text, principals: list(text) })),
  }),
  ComplexValue: object({ value: text, display: text, type: text, primary: flag, $ref: text }),
  User: object({
    schemas: list(text),
    id: text,
    userName: text,
    displayName: text,
    active: flag,
    emails: list(ref("ComplexValue")),
    groups: list(ref("ComplexValue")),
    roles: list(ref("ComplexValue")),
    entitlements: list(ref("ComplexValue")),
    externalId: text,
    name: open,
  }),
  ServicePrincipal: object({
    schemas: list(text),
    id: text,
    applicationId: text,
    displayName: text,
    active: flag,
    groups: list(ref("ComplexValue")),
    roles: list(ref("ComplexValue")),
    entitlements: list(ref("ComplexValue")),
    externalId: text,
  }),
  /** A caller that is a machine is answered as a machine. */
  Me: { anyOf: [ref("User"), ref("ServicePrincipal")] },
  ScimList: object({
    schemas: list(text),
    totalResults: int64,
    startIndex: int64,
    itemsPerPage: int64,
    Resources: list(open),
  }),
  Assignment: object({
    principal: object({
      principal_id: int64,
      user_name: text,
      service_principal_name: text,
      group_name: text,
      display_name: text,
    }),
    permissions: list(oneOf("USER", "ADMIN", "UNKNOWN")),
    error: text,
  }),
  Assignments: object({ permission_assignments: list(ref("Assignment")) }),
  HostMetadata: object({
    oidc_endpoint: text,
    account_id: text,
    workspace_id: text,
    cloud: oneOf("AWS", "Azure", "GCP"),
    host_type: oneOf("workspace", "account", "unified"),
    token_federation_default_oidc_audiences: list(text),
  }),
  // What the SDKs read of it; RFC 8414 has more members, and lets servers add their own.
  OidcEndpoints: { type: "object", properties: { authorization_endpoint: text, token_endpoint: text } },
};

const setting = "api/2.0/settings/types/restrict_workspace_admins/names/default";
const tokens = "api/2.0/token-management";
const jobPermissions = "api/2.0/permissions/jobs/{job_id}";
const ruleSets = "api/2.0/preview/accounts/access-control/rule-sets";
const accountRuleSets = "api/2.0/preview/accounts/{account_id}/access-control/rule-sets";
const scim = "api/2.0/preview/scim/v2";
const assignments = "api/2.0/accounts/{account_id}/workspaces/{workspace_id}/permissionassignments";

/** `METHOD path template` to the schema of a good answer. */
export const databricksAnswers: Readonly<Record<string, string>> = {
  [`GET ${setting}`]: "Setting",
  [`PATCH ${setting}`]: "Setting",
  [`DELETE ${setting}`]: "DeletedSetting",
  [`POST ${tokens}/on-behalf-of/tokens`]: "MadeToken",
  [`GET ${tokens}/tokens`]: "Tokens",
  [`GET ${tokens}/tokens/{token_id}`]: "OneToken",
  [`PATCH ${tokens}/tokens/{token_id}`]: "TokenInfo",
  [`DELETE ${tokens}/tokens/{token_id}`]: "Empty",
  [`GET ${jobPermissions}`]: "JobPermissions",
  [`PUT ${jobPermissions}`]: "JobPermissions",
  [`PATCH ${jobPermissions}`]: "JobPermissions",
  // Of version 2.1 as of 2.2.
  "POST api/{version}/jobs/create": "MadeJob",
  "GET api/{version}/jobs/get": "Job",
  "GET api/{version}/jobs/list": "Jobs",
  "POST api/{version}/jobs/update": "Empty",
  "POST api/{version}/jobs/reset": "Empty",
  "POST api/{version}/jobs/delete": "Empty",
  [`GET ${ruleSets}`]: "RuleSet",
  [`PUT ${ruleSets}`]: "RuleSet",
  [`GET ${accountRuleSets}`]: "RuleSet",
  [`PUT ${accountRuleSets}`]: "RuleSet",
  [`GET ${scim}/Me`]: "Me",
  [`GET ${scim}/Users`]: "ScimList",
  [`POST ${scim}/Users`]: "User",
  [`GET ${scim}/Users/{id}`]: "User",
  [`DELETE ${scim}/Users/{id}`]: "Empty",
  [`GET ${scim}/ServicePrincipals`]: "ScimList",
  [`POST ${scim}/ServicePrincipals`]: "ServicePrincipal",
  [`GET ${scim}/ServicePrincipals/{id}`]: "ServicePrincipal",
  [`DELETE ${scim}/ServicePrincipals/{id}`]: "Empty",
  [`GET ${assignments}`]: "Assignments",
  [`PUT ${assignments}/principals/{principal_id}`]: "Assignment",
  [`DELETE ${assignments}/principals/{principal_id}`]: "Empty",
  "GET .well-known/databricks-config": "HostMetadata",
  "GET oidc/.well-known/oauth-authorization-server": "OidcEndpoints",
};
