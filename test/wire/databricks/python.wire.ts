import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { noteMissing } from "../client-ledger.ts";
import { accountId, DatabricksCloud, workspaceId } from "./databricks-cloud.ts";
import { type Action, admin, cells, chief, jobId, member, other, people, robot, secret } from "./governed.ts";
import { type PythonAnswer, type PythonCall, PythonClient } from "./python-client.ts";

const python = await PythonClient.install();

if (python instanceof PythonClient) {
  afterAll(() => python.close());
  withClient(python);
} else {
  // The one reason for which anything is left out here: the machine has no Python, or can't reach the package.
  noteMissing("python", python.reason);
  test("the Python client", ({ skip }) => skip(python.reason));
}

function withClient(client: PythonClient): void {
  let cloud: DatabricksCloud;
  beforeEach(async () => {
    cloud = await DatabricksCloud.start();
    await cloud.seed(...people);
  });
  afterEach(() => cloud.close());

  const send = (config: JsonObject, call: string, args: JsonObject, more: Partial<PythonCall> = {}) =>
    client.call({ config: { host: cloud.host, ...config }, call, arguments: args, ...more });
  /** By the name of a user, with a token. */
  const as = (name: string, call: string, args: JsonObject = {}) => send({ token: `local:${name}` }, call, args);
  /** By the account admin who is a machine, with a secret. */
  const chiefs = (call: string, args: JsonObject = {}, account = false) =>
    send({ client_id: chief, client_secret: secret, ...(account ? { account_id: accountId } : {}) }, call, args, {
      account,
    });

  const setting = "settings.restrict_workspace_admins";
  const change = (etag: Json | undefined, status: string): JsonObject => ({
    allow_missing: true,
    field_mask: "restrict_workspace_admins.status",
    setting: {
      $class: "settings.RestrictWorkspaceAdminsSetting",
      ...(etag === undefined ? {} : { etag }),
      setting_name: "default",
      restrict_workspace_admins: { status },
    },
  });

  describe("the setting", () => {
    test("is made by the dance of etags: refused without one, taken with the one of the refusal", async () => {
      const refused = refusalOf(await chiefs(`${setting}.update`, change(undefined, "RESTRICT_TOKENS_AND_JOB_RUN_AS")));
      expect([refused.kinds[0], refused.code]).toEqual(["NotFound", "NOT_FOUND"]);
      const etag = refused.metadata?.["etag"];
      const made = resultOf(await chiefs(`${setting}.update`, change(etag, "RESTRICT_TOKENS_AND_JOB_RUN_AS")));
      expect(made).toEqual({
        etag: expect.any(String),
        setting_name: "default",
        restrict_workspace_admins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" },
      });
      expect(resultOf(await chiefs(`${setting}.get`))).toEqual(made);
      expect(await cloud.log()).toEqual([`create ${chief}`]);
    });

    test("is updated and deleted under its etag; a stale one is a conflict with the fresh one", async () => {
      await cloud.seed({ kind: "workspaceSetting", status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" });
      const read = resultOf(await chiefs(`${setting}.get`)) as JsonObject;
      const updated = resultOf(await chiefs(`${setting}.update`, change(read["etag"], "ALLOW_ALL"))) as JsonObject;
      for (const answer of [
        await chiefs(`${setting}.update`, change(read["etag"], "ALLOW_ALL")),
        await chiefs(`${setting}.delete`, { etag: read["etag"] ?? "" }),
      ]) {
        const stale = refusalOf(answer);
        expect([stale.kinds[0], stale.code]).toEqual(["ResourceConflict", "RESOURCE_CONFLICT"]);
        expect(stale.metadata).toEqual({ etag: updated["etag"] });
      }
      const deleted = resultOf(await chiefs(`${setting}.delete`, { etag: updated["etag"] ?? "" })) as JsonObject;
      const after = resultOf(await chiefs(`${setting}.get`, { etag: deleted["etag"] ?? "" }));
      expect(after).toMatchObject({ etag: deleted["etag"], restrict_workspace_admins: { status: "ALLOW_ALL" } });
      expect(await cloud.log()).toEqual([`update ${chief}`, `delete ${chief}`]);
    });

    test.each([admin, member])("is not changed by %s", async (name) => {
      const refused = refusalOf(await as(name, `${setting}.update`, change("any", "ALLOW_ALL")));
      expect([refused.kinds[0], refused.code]).toEqual(["PermissionDenied", "PERMISSION_DENIED"]);
      expect(await cloud.log()).toEqual([]);
    });

    test("content that is none is a typed error too", async () => {
      const wrong = { ...change("any", "ALLOW_ALL"), field_mask: "restrict_workspace_admins.colour" };
      expect(refusalOf(await chiefs(`${setting}.update`, wrong)).kinds).toContain("InvalidParameterValue");
    });
  });

  describe("credentials", () => {
    test("OAuth for machines, at the workspace and at the account", async () => {
      expect(resultOf(await chiefs("current_user.me"))).toMatchObject({ groups: [{ display: "admins" }, {}] });
      const assigned = resultOf(await chiefs("workspace_assignment.list", { workspace_id: workspaceId }, true));
      expect(JSON.stringify(assigned)).toContain(admin);
    });

    test("a wrong secret is no client", async () => {
      const call = send({ client_id: chief, client_secret: "wrong" }, "current_user.me", {});
      await expect(call).rejects.toThrow("invalid_client: Client authentication failed");
    });

    test("void and missing rights are told apart by type", async () => {
      const unknown = refusalOf(await send({ token: `dapi${"0".repeat(32)}` }, "current_user.me", {}));
      expect([unknown.kinds[0], unknown.code]).toEqual(["PermissionDenied", 403]);
      expect(refusalOf(await as(member, "token_management.list")).kinds[0]).toBe("PermissionDenied");
    });
  });

  test.each([
    [400, "BadRequest"],
    [401, "Unauthenticated"],
    [403, "PermissionDenied"],
    [404, "NotFound"],
    [409, "ResourceConflict"],
    [499, "Cancelled"],
    [500, "InternalError"],
    [501, "NotImplemented"],
    [504, "DeadlineExceeded"],
  ])("status %i is a typed error: %s", async (status, kind) => {
    cloud.fail(status);
    expect(refusalOf(await as(admin, `${setting}.get`)).kinds).toContain(kind);
  });

  /** Each thing that the setting governs, by this client. */
  const attempts: Readonly<Record<Action, (caller: string) => Promise<PythonAnswer>>> = {
    token: (caller) => as(caller, "token_management.create_obo_token", { application_id: robot, lifetime_seconds: 60 }),
    "owner other": (caller) => giveTo(caller, other),
    "owner self": (caller) => giveTo(caller, caller),
    "run_as other": (caller) => runAs(caller, { user_name: other }),
    "run_as self": (caller) => runAs(caller, { user_name: caller }),
    "run_as robot": (caller) => runAs(caller, { service_principal_name: robot }),
  };
  const giveTo = (caller: string, user_name: string) =>
    as(caller, "jobs.update_permissions", {
      job_id: String(jobId),
      access_control_list: [{ $class: "jobs.JobAccessControlRequest", user_name, permission_level: "IS_OWNER" }],
    });
  const runAs = (caller: string, run_as: JsonObject) =>
    as(caller, "jobs.update", { job_id: jobId, new_settings: { $class: "jobs.JobSettings", run_as } });

  describe("what the setting governs", () => {
    test.each(cells)("%s under %s: %s is allowed: %s", async (role, status, action, isAllowed) => {
      await cloud.seed({ kind: "workspaceSetting", status });
      const answer = await attempts[action](role);
      if (isAllowed) {
        expect(answer).toHaveProperty("result");
        expect(await cloud.log()).toHaveLength(1);
      } else {
        expect(refusalOf(answer)).toMatchObject({ code: "PERMISSION_DENIED" });
        expect(await cloud.log()).toEqual([]);
      }
    });

    test("a job that is not there is missing to this client, which knows the platform's words for it", async () => {
      expect(refusalOf(await as(admin, "jobs.get", { job_id: 7 })).kinds[0]).toBe("ResourceDoesNotExist");
    });

    test("jobs are made, overwritten, listed in pages and deleted", async () => {
      const ids: Json[] = [];
      for (const name of ["one", "two", "three"]) {
        const made = resultOf(await as(member, "jobs.create", { name })) as JsonObject;
        ids.push(made["job_id"] ?? null);
      }
      const [job_id = null] = ids;
      await as(member, "jobs.reset", { job_id, new_settings: { $class: "jobs.JobSettings", name: "again" } });
      expect(resultOf(await as(member, "jobs.get", { job_id }))).toMatchObject({
        run_as_user_name: member,
        settings: { name: "again" },
      });
      const listed = resultOf(await as(member, "jobs.list", { limit: 2 })) as readonly JsonObject[];
      expect(listed.map((each) => each["job_id"])).toEqual(ids.toReversed());
      await as(member, "jobs.delete", { job_id });
      expect(refusalOf(await as(member, "jobs.get", { job_id })).kinds).toContain("NotFound");
    });

    test("tokens are told of and taken away", async () => {
      const made = resultOf(await attempts.token(admin)) as JsonObject;
      const info = made["token_info"] as JsonObject;
      expect(resultOf(await as(admin, "token_management.list"))).toEqual([info]);
      const token_id = info["token_id"] ?? "";
      const me = resultOf(await send({ token: made["token_value"] ?? "" }, "current_user.me", {}));
      expect(me).toMatchObject({ displayName: "Robot" });
      await as(admin, "token_management.delete", { token_id });
      expect(refusalOf(await as(admin, "token_management.get", { token_id })).kinds[0]).toBe("ResourceDoesNotExist");
    });

    test("the caller's own tokens are made, used and deleted", async () => {
      const made = resultOf(await as(member, "tokens.create", { comment: "mine", lifetime_seconds: 60 })) as JsonObject;
      expect(resultOf(await as(member, "tokens.list"))).toEqual([made["token_info"]]);
      const token = made["token_value"] ?? "";
      expect(resultOf(await send({ token }, "current_user.me", {}))).toMatchObject({ userName: member });
      await as(member, "tokens.delete", { token_id: (made["token_info"] as JsonObject)["token_id"] ?? "" });
      expect(refusalOf(await send({ token }, "current_user.me", {})).code).toBe(403);
    });

    test("the client's own types hold everything that the wire holds", async () => {
      const token_id = (resultOf(await attempts.token(admin)) as { token_info: { token_id: string } }).token_info
        .token_id;
      await as(admin, "jobs.update_permissions", {
        job_id: String(jobId),
        access_control_list: [
          { $class: "jobs.JobAccessControlRequest", group_name: "admins", permission_level: "CAN_VIEW" },
        ],
      });
      const ruleSet = `accounts/${accountId}/servicePrincipals/${robot}/ruleSets/default`;
      const account = `api/2.0/accounts/${accountId}/workspaces/${workspaceId}/permissionassignments`;
      const pairs: readonly (readonly [string, string, JsonObject])[] = [
        ["api/2.0/settings/types/restrict_workspace_admins/names/default", `${setting}.get`, {}],
        [`api/2.0/token-management/tokens/${token_id}`, "token_management.get", { token_id }],
        [`api/2.2/jobs/get?job_id=${jobId}`, "jobs.get", { job_id: jobId }],
        [`api/2.0/permissions/jobs/${jobId}`, "jobs.get_permissions", { job_id: String(jobId) }],
        ["api/2.0/permissions/authorization/tokens", "token_management.get_permissions", {}],
        [
          `api/2.0/preview/accounts/access-control/rule-sets?name=${ruleSet}&etag=`,
          "account_access_control_proxy.get_rule_set",
          { name: ruleSet, etag: "" },
        ],
      ];
      for (const [path, call, args] of pairs) {
        expect([call, resultOf(await chiefs(call, args))]).toEqual([call, await cloud.read(path, chief)]);
      }
      const { permission_assignments: assigned } = (await cloud.read(account, chief)) as JsonObject;
      const listed = await chiefs("workspace_assignment.list", { workspace_id: workspaceId }, true);
      expect(resultOf(listed)).toEqual(assigned);
    });

    test("service principals are made and given secrets, by which they authenticate", async () => {
      const made = resultOf(await chiefs("service_principals_v2.create", { display_name: "New" })) as JsonObject;
      const secrets = "service_principal_secrets_proxy";
      const issued = resultOf(
        await chiefs(`${secrets}.create`, { service_principal_id: made["id"] ?? "" }),
      ) as JsonObject;
      const config = { client_id: made["applicationId"] ?? "", client_secret: issued["secret"] ?? "" };
      expect(resultOf(await send(config, "current_user.me", {}))).toMatchObject({ displayName: "New" });
      await chiefs(`${secrets}.delete`, { service_principal_id: made["id"] ?? "", secret_id: issued["id"] ?? "" });
      await expect(send(config, "current_user.me", {})).rejects.toThrow("invalid_client");
    });
  });
}

function resultOf(answer: PythonAnswer): Json {
  if ("result" in answer) return answer.result;
  throw new Error(JSON.stringify(answer.refusal));
}

function refusalOf(answer: PythonAnswer) {
  if ("refusal" in answer) return answer.refusal;
  throw new Error("the call was not refused");
}
