import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../base/json/json.ts";
import { databricksPaths } from "../../../vendor-wire/databricks/paths.ts";
import { type Answer, openWorkspace, type Workspace } from "../workspace.fixture.ts";

const robot = "11111111-2222-4333-8444-555555555555";
const other = "grace@acme.example";
const jobId = 4711;

/** Everybody the matrix knows, with the rights that matter. Who is called an owner owns the job. */
const people: readonly JsonObject[] = [
  { kind: "workspaceUser", userName: other },
  { kind: "workspaceServicePrincipal", applicationId: robot },
  { kind: "workspaceUser", userName: "admin", permission: "ADMIN" },
  { kind: "workspaceUser", userName: "admin+role", permission: "ADMIN" },
  { kind: "workspaceUser", userName: "admin+role by group", permission: "ADMIN" },
  { kind: "workspaceUser", userName: "admin by group", permission: "USER" },
  { kind: "workspaceUser", userName: "admin, manager of it", permission: "ADMIN" },
  { kind: "workspaceUser", userName: "admin, account admin", permission: "ADMIN", accountAdmin: true },
  { kind: "workspaceServicePrincipal", applicationId: "admin, a machine", permission: "ADMIN" },
  { kind: "workspaceUser", userName: "admin, owner", permission: "ADMIN" },
  { kind: "workspaceUser", userName: "member" },
  { kind: "workspaceUser", userName: "member+role" },
  { kind: "workspaceUser", userName: "member, owner" },
  { kind: "workspaceUser", userName: "member+role, owner" },
  { kind: "workspaceUser", userName: "member, account admin", accountAdmin: true },
  { kind: "workspaceUser", userName: "stranger, account admin", permission: null, accountAdmin: true },
  { kind: "workspaceUser", userName: "stranger+role", permission: null },
  { kind: "workspaceGroup", displayName: "operators", members: ["users/admin+role by group"] },
  { kind: "workspaceGroup", displayName: "chiefs", members: ["users/admin by group"], permission: "ADMIN" },
  ...[
    "users/admin+role",
    "users/member+role",
    "users/member+role, owner",
    "users/stranger+role",
    "groups/operators",
  ].map((principal) => ({ kind: "servicePrincipalGrant", applicationId: robot, principal })),
  {
    kind: "servicePrincipalGrant",
    applicationId: robot,
    principal: "users/admin, manager of it",
    role: "roles/servicePrincipal.manager",
  },
];

const statuses = ["ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"] as const;

type Attempt = (workspace: Workspace, caller: string) => Promise<Answer>;

const self = (caller: string) =>
  caller === "admin, a machine" ? { service_principal_name: caller } : { user_name: caller };
const owned = (principal: JsonObject) => ({ access_control_list: [{ ...principal, permission_level: "IS_OWNER" }] });
const give =
  (method: string, principal: (caller: string) => JsonObject): Attempt =>
  ({ call }, caller) =>
    call(method, `api/2.0/permissions/jobs/${jobId}`, owned(principal(caller)), caller);
const runAs =
  (operation: "update" | "reset", principal: (caller: string) => JsonObject): Attempt =>
  ({ call }, caller) =>
    call(
      "POST",
      `api/2.2/jobs/${operation}`,
      { job_id: jobId, new_settings: { name: "n", run_as: principal(caller) } },
      caller,
    );
const create =
  (principal: (caller: string) => JsonObject): Attempt =>
  ({ call }, caller) =>
    call("POST", "api/2.2/jobs/create", { name: "n", run_as: principal(caller) }, caller);
const toOther = () => ({ user_name: other });
const toRobot = () => ({ service_principal_name: robot });

const actions: Readonly<Record<string, Attempt>> = {
  token: ({ call }, caller) =>
    call("POST", "api/2.0/token-management/on-behalf-of/tokens", { application_id: robot }, caller),
  "owner other": give("PUT", toOther),
  "owner other, merged": give("PATCH", toOther),
  "owner self": give("PUT", self),
  "owner robot": give("PUT", toRobot),
  "run_as other": runAs("update", toOther),
  "run_as other, reset": runAs("reset", toOther),
  "run_as other, new": create(toOther),
  "run_as self": runAs("update", self),
  "run_as self, new": create(self),
  "run_as robot": runAs("update", toRobot),
  "run_as robot, new": create(toRobot),
  setting: async ({ call }, caller) => {
    const { body } = await call("GET", databricksPaths.restrictWorkspaceAdmins);
    const setting = { etag: body["etag"] ?? "", restrict_workspace_admins: { status: "ALLOW_ALL" } };
    const sent = { allow_missing: true, field_mask: "restrict_workspace_admins.status", setting };
    return call("PATCH", databricksPaths.restrictWorkspaceAdmins, sent, caller);
  },
};

/** Which actions are allowed under ALLOW_ALL and which under RESTRICT_TOKENS_AND_JOB_RUN_AS; all else is denied. */
const freeAdmin = [
  "token",
  "owner other",
  "owner other, merged",
  "owner self",
  "run_as other",
  "run_as other, reset",
  "run_as other, new",
  "run_as self",
  "run_as self, new",
];
const restrictedAdmin = ["owner self", "run_as self", "run_as self, new"];
const robotRunAs = ["run_as robot", "run_as robot, new"];
const ownWork = ["run_as self, new"];
const owner = ["owner other", "owner other, merged", "owner self", "run_as self", "run_as self, new"];
const allowed: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  admin: [freeAdmin, restrictedAdmin],
  "admin+role": [
    [...freeAdmin, ...robotRunAs, "owner robot"],
    [...restrictedAdmin, ...robotRunAs, "token"],
  ],
  "admin+role by group": [
    [...freeAdmin, ...robotRunAs, "owner robot"],
    [...restrictedAdmin, ...robotRunAs, "token"],
  ],
  "admin by group": [freeAdmin, restrictedAdmin],
  "admin, manager of it": [freeAdmin, restrictedAdmin],
  "admin, account admin": [
    [...freeAdmin, "setting"],
    [...restrictedAdmin, "setting"],
  ],
  "admin, a machine": [freeAdmin, restrictedAdmin],
  "admin, owner": [freeAdmin, restrictedAdmin],
  member: [ownWork, ownWork],
  "member+role": [
    [...ownWork, "run_as robot, new"],
    [...ownWork, "run_as robot, new"],
  ],
  "member, owner": [owner, owner],
  "member+role, owner": [
    [...owner, ...robotRunAs, "owner robot"],
    [...owner, ...robotRunAs, "owner robot"],
  ],
  "member, account admin": [
    [...ownWork, "setting"],
    [...ownWork, "setting"],
  ],
  "stranger, account admin": [[], []],
  "stranger+role": [[], []],
};

const cells = Object.entries(allowed).flatMap(([role, byStatus]) =>
  statuses.flatMap((status, index) =>
    Object.keys(actions).map((action) => [role, status, action, byStatus[index]?.includes(action) === true] as const),
  ),
);

describe("the setting governs", () => {
  test.each(cells)("%s under %s: %s is allowed: %s", async (role, status, action, isAllowed) => {
    const workspace = openWorkspace();
    const isOwner = role.endsWith("owner");
    await workspace.seed(
      ...people,
      { kind: "workspaceSetting", status },
      { kind: "workspaceJob", job_id: jobId, owner: isOwner ? `users/${role}` : "users/admin@local.example" },
    );
    const answer = await actions[action]?.(workspace, role);
    if (isAllowed) {
      expect([answer?.status, answer?.body["message"]]).toEqual([200, undefined]);
      expect(await workspace.log()).toHaveLength(1);
    } else {
      expect([answer?.status, answer?.body["error_code"]]).toEqual([403, "PERMISSION_DENIED"]);
      expect(await workspace.log()).toEqual([]);
    }
  });

  test.each(Object.keys(actions))("nobody without credentials: %s", async (action) => {
    const workspace = openWorkspace();
    await workspace.seed(...people, { kind: "workspaceJob", job_id: jobId, owner: `users/${other}` });
    const anonymous = {
      ...workspace,
      call: (method: string, path: string, body?: JsonObject) => workspace.call(method, path, body, null),
    };
    expect((await actions[action]?.(anonymous as Workspace, "admin"))?.status).toBe(401);
    expect(await workspace.log()).toEqual([]);
  });

  test("in a workspace where nobody has written it, as under ALLOW_ALL", async () => {
    for (const action of Object.keys(actions)) {
      const workspace = openWorkspace();
      await workspace.seed(...people, { kind: "workspaceJob", job_id: jobId, owner: `users/${other}` });
      const answer = await actions[action]?.(workspace, "admin");
      expect([action, answer?.status]).toEqual([action, freeAdmin.includes(action) ? 200 : 403]);
    }
  });

  test("from the moment it is changed, and without touching what stands already", async () => {
    const { call, seed } = openWorkspace();
    await seed(...people, { kind: "workspaceJob", job_id: jobId, owner: `users/${other}` });
    const token = await call(
      "POST",
      "api/2.0/token-management/on-behalf-of/tokens",
      { application_id: robot },
      "admin",
    );
    await call(
      "POST",
      "api/2.2/jobs/update",
      { job_id: jobId, new_settings: { run_as: { user_name: "member" } } },
      "admin",
    );
    await seed({ kind: "workspaceSetting", status: statuses[1] });
    const machine = { authorization: `Bearer ${token.body["token_value"]}` };
    expect((await call("GET", databricksPaths.currentUser, undefined, machine)).body["applicationId"]).toBe(robot);
    const job = await call("GET", `api/2.2/jobs/get?job_id=${jobId}`, undefined, "admin");
    expect(job.body["run_as_user_name"]).toBe("member");
    // To send what stands already is no change, so it is not refused.
    const same = { job_id: jobId, new_settings: { name: "renamed", run_as: { user_name: "member" } } };
    expect((await call("POST", "api/2.2/jobs/reset", same, "admin")).status).toBe(200);
    expect((await call("PUT", `api/2.0/permissions/jobs/${jobId}`, owned({ user_name: other }), "admin")).status).toBe(
      200,
    );
  });
});
