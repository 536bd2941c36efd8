import type { JsonObject } from "../../../packages/base/json/json.ts";

export const robot = "11111111-2222-4333-8444-555555555555";
/** An administrator of the workspace and of the account that is a machine: it authenticates with a secret. */
export const chief = "99999999-8888-4777-8666-555555555555";
export const secret = "dose-secret";
export const other = "grace@acme.example";
export const jobId = 4711;

export const admin = "admin@acme.example";
export const adminWithRole = "admin-with-role@acme.example";
export const member = "member@acme.example";
export const memberWithRole = "member-with-role@acme.example";

/** Who is in the workspace, and a job that belongs to a machine. */
export const people: readonly JsonObject[] = [
  { kind: "workspaceUser", userName: admin, permission: "ADMIN" },
  { kind: "workspaceUser", userName: adminWithRole, permission: "ADMIN" },
  { kind: "workspaceUser", userName: member },
  { kind: "workspaceUser", userName: memberWithRole },
  { kind: "workspaceUser", userName: other },
  { kind: "workspaceServicePrincipal", applicationId: robot, displayName: "Robot" },
  { kind: "workspaceServicePrincipal", applicationId: chief, permission: "ADMIN", accountAdmin: true, secret },
  { kind: "servicePrincipalGrant", applicationId: robot, principal: `users/${adminWithRole}` },
  { kind: "servicePrincipalGrant", applicationId: robot, principal: `users/${memberWithRole}` },
  { kind: "workspaceJob", job_id: jobId, owner: `servicePrincipals/${chief}`, name: "nightly" },
];

export const statuses = ["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"] as const;

/** What the setting governs. */
export const actions = ["token", "owner other", "owner self", "run_as other", "run_as self", "run_as robot"] as const;
export type Action = (typeof actions)[number];

/** What each may do under ALLOW_ALL and when restricted (specification, section 2.7; others manage no job here). */
const allowed: Readonly<Record<string, readonly [readonly Action[], readonly Action[]]>> = {
  [admin]: [
    ["token", "owner other", "owner self", "run_as other", "run_as self"],
    ["owner self", "run_as self"],
  ],
  [adminWithRole]: [actions, ["token", "owner self", "run_as self", "run_as robot"]],
  [member]: [[], []],
  [memberWithRole]: [[], []],
};

/** Role, status, action, and whether that is allowed. */
export const cells = Object.entries(allowed).flatMap(([role, byStatus]) =>
  statuses.flatMap((status, index) =>
    actions.map((action) => [role, status, action, byStatus[index]?.includes(action) === true] as const),
  ),
);
